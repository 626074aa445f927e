//! What a program needs in place of the standard library.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ffi::c_int;
use core::panic::PanicInfo;
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Hands out one block of memory from its start to its end and takes nothing back.
#[repr(align(16))]
struct Bump {
    memory: UnsafeCell<[u8; SIZE]>,
    used: AtomicUsize,
}

const SIZE: usize = 64 << 10;

// SAFETY: each part of the memory is handed out once, because `used` only grows.
unsafe impl Sync for Bump {}

// SAFETY: the parts are aligned, as the block is to 16 bytes and no layout here asks for more; they
// do not overlap.
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size().next_multiple_of(16);
        let start = self.used.fetch_add(size, Ordering::Relaxed);
        if layout.align() > 16 || start + size > SIZE {
            return ptr::null_mut();
        }
        self.memory.get().cast::<u8>().wrapping_add(start)
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static MEMORY: Bump = Bump {
    memory: UnsafeCell::new([0; SIZE]),
    used: AtomicUsize::new(0),
};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// The unwinder's hooks, which the precompiled `core` and `alloc` mention and nothing calls.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[unsafe(no_mangle)]
extern "C" fn _Unwind_Resume() {}

// The C library, for its start code, `memcpy` and the like; `std` would link it.
#[link(name = "c")]
unsafe extern "C" {}

/// What the C library's start code calls.
#[unsafe(no_mangle)]
extern "C" fn main(_: c_int, _: *const *const u8) -> c_int {
    c_int::from(!crate::answers_are_right())
}

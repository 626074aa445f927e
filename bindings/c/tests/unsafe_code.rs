//! Unsafe code is in two files. The compiler cannot say so, because it takes `#[unsafe(no_mangle)]`
//! for unsafe code too.

use std::fs;
use std::path::Path;

#[test]
fn unsafe_code_is_in_two_files() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for file in fs::read_dir(source).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let unsafe_lines = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default().trim())
            .filter(|line| line.contains("unsafe") && *line != "#[unsafe(no_mangle)]")
            .filter(|line| !line.starts_with("#![allow(unsafe_code"));
        if unsafe_lines.count() > 0 {
            files.push(path.file_name().unwrap().to_owned());
        }
    }
    files.sort();
    assert_eq!(files, ["arrays.rs", "border.rs"]);
}

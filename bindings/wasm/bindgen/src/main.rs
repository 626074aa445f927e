//! `bindgen MODULE FOLDER`: writes the JavaScript that loads a module built with wasm-bindgen, and
//! the module as that expects it.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("usage: bindgen MODULE FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let generated = bindgen.web(true).and_then(|bindgen| {
        bindgen
            .input_path(module)
            .out_name("native")
            // After a trap the instance is replaced.
            .reset_state_function(true)
            .remove_name_section(true)
            .remove_producers_section(true)
            // Where the module lies is said in js/.
            .omit_default_module_path(true)
            .generate(folder)
    });
    match generated {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:?}");
            ExitCode::FAILURE
        }
    }
}

//! A web backend that receives a robots.txt from a form: it answers with the findings as JSON, to
//! be shown at their lines.
//!
//! ```console
//! cargo run -p robots-exclusion-analysis --example lint_backend < examples/robots.txt
//! ```

use std::io::Read;

use robots_exclusion_analysis::lint::LintOptions;
use serde_json::{Value, json};

/// The answer to a request with this body, of any length and content.
fn answer(body: &[u8]) -> Value {
    let findings = LintOptions::new().lint(body);
    let findings = findings.iter().map(|finding| {
        json!({
            "line": finding.line(),
            "severity": finding.severity().as_str(),
            "code": finding.code().as_str(),
            "message": finding.message(),
            "help": finding.help(),
        })
    });
    Value::Array(findings.collect())
}

fn main() -> std::io::Result<()> {
    let mut body = Vec::new();
    std::io::stdin().read_to_end(&mut body)?;
    println!("{:#}", answer(&body));
    Ok(())
}

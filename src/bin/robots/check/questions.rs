//! Every crawler's question about every URL.

use robots_exclusion::fetch::in_scope;
use url::Url;

use super::report::VerdictPrinter;
use crate::failure::Failure;
use crate::input::Urls;
use crate::output;
use crate::views::{Askers, Views};

/// Asks one file about the URLs of the command line, and about those of a list that is too long to
/// keep. Only one file can be asked about such a list.
pub(super) fn ask(
    views: &Views,
    urls: &[Vec<u8>],
    lines: Option<&mut Urls>,
    report: &mut VerdictPrinter<'_>,
) -> Result<(), Failure> {
    warn_out_of_scope(views, urls);
    let mut askers = Askers::new(report.asked);
    report.begin(views)?;
    for url in urls {
        report.url(views, url, askers.ask(views, url))?;
    }
    if let Some(lines) = lines {
        lines.for_each(|line| match line.error {
            None => report.url(views, line.url, askers.ask(views, line.url)),
            Some(error) => report.bad_line(line.url, line.number, error),
        })?;
    }
    report.end()
}

/// Warns about URLs that the file does not apply to, because it was fetched from another site.
fn warn_out_of_scope(views: &Views, urls: &[Vec<u8>]) {
    let Some(robots) = &views.url else { return };
    let parsed = urls
        .iter()
        .filter_map(|url| Url::parse(std::str::from_utf8(url).ok()?).ok());
    for url in parsed.filter(|url| !in_scope(url, robots)) {
        output::warn(&format_args!(
            "{robots} does not apply to {url}; the robots.txt of that host does"
        ));
    }
}

//! How a list of URLs is laid out: one a line, or the export of a tool, whose delimiter, heading and
//! columns are found by names and by content.

use robots_exclusion::Target;

use crate::input::without_mark;

/// The names of columns of URLs, in lower case, the likeliest first, as Screaming Frog, Sitebulb,
/// Ahrefs, Semrush, Search Console, Google Analytics and Matomo write them.
const URL_NAMES: [&str; 28] = [
    "address",
    "url",
    "urls",
    "full url",
    "page url",
    "page location",
    "metadata: url",
    "metadata_url",
    "current url",
    "page",
    "pages",
    "top pages",
    "landing page",
    "landing page + query string",
    "page path + query string",
    "page path + query string and screen class",
    "page path and screen class",
    "page path",
    "pagepath",
    "pagelocation",
    "target url",
    "destination url",
    "final url",
    "original url",
    "source url",
    "link url",
    "loc",
    "uri",
];

/// The names of columns that say how much a page counts, in lower case, the likeliest first.
const WEIGHT_NAMES: [&str; 19] = [
    "clicks",
    "gsc clicks",
    "sessions",
    "ga4 sessions",
    "organic traffic",
    "current organic traffic",
    "traffic",
    "current traffic",
    "visits",
    "nb_visits",
    "views",
    "ga4 views",
    "pageviews",
    "unique pageviews",
    "nb_hits",
    "active users",
    "users",
    "impressions",
    "hits",
];

/// The same in German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian, as Search Console
/// and Google Analytics write them, in whose numbers `.` is between thousands.
const FOREIGN_WEIGHT_NAMES: [&str; 17] = [
    "klicks",
    "clics",
    "clic",
    "cliques",
    "klikken",
    "kliknięcia",
    "клики",
    "sitzungen",
    "sesiones",
    "sessioni",
    "sessões",
    "sessies",
    "sesje",
    "aufrufe",
    "vues",
    "vistas",
    "besuche",
];

/// What a table has in the place of a URL in the row of its sums.
const TOTAL_NAMES: [&str; 9] = [
    "total",
    "totals",
    "grand total",
    "gesamt",
    "gesamtsumme",
    "summe",
    "total général",
    "total general",
    "totale",
];

/// What is between the cells of tables.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// How many rows are looked at.
const ROWS: usize = 200;

/// How a list is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// A URL a line.
    Lines,
    Table(Columns),
}

/// Where a table has what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) delimiter: u8,
    /// The number of the row that is the heading, counted from 1; 0 if there is none.
    pub(super) heading: u64,
    /// The column of the URLs, counted from 0.
    pub(super) url: usize,
    pub(super) weight: Option<Weight>,
}

/// The column that says how much a page counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weight {
    pub(super) column: usize,
    pub(super) name: String,
    /// What is between the thousands of its numbers.
    thousands: char,
}

/// A row of a table, and its number, counted from 1.
type Row = (u64, Vec<Vec<u8>>);

/// Whether a cell is one URL, or a path.
pub(super) fn is_one_url(cell: &[u8]) -> bool {
    let is_gap = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
    Target::parse_bytes(cell).is_ok() && !cell.iter().any(is_gap)
}

/// Whether a line ends with a delimiter and a number or a date, such as the priorities and dates of a
/// list of URLs from a table.
fn ends_like_a_table(line: &[u8]) -> bool {
    let Some(at) = line.iter().rposition(|byte| DELIMITERS.contains(byte)) else {
        return false;
    };
    let after = line[at + 1..].trim_ascii();
    let is_number =
        |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b':' | b'T' | b'Z' | b'+' | b'%');
    after.iter().any(u8::is_ascii_digit) && after.iter().all(is_number)
}

/// Whether another URL follows the first one.
fn has_second_url(line: &[u8]) -> bool {
    let mut starts = memchr::memmem::find_iter(line, b"://");
    let begins = |at: usize| {
        let before = &line[..at];
        let scheme = before.strip_suffix(b"https").or(before.strip_suffix(b"http"));
        scheme
            .and_then(<[u8]>::last)
            .is_some_and(|byte| DELIMITERS.contains(byte) || *byte == b'|')
    };
    starts.any(begins)
}

/// Why a line that a URL could be is likelier the row of a table, or several URLs.
pub(super) fn doubt(line: &[u8]) -> Option<&'static str> {
    if has_second_url(line) {
        return Some("it looks like several URLs; write one a line, or take lines as they are with --lines");
    }
    ends_like_a_table(line).then_some(
        "it looks like a row of a table; read a column with --csv, or take lines as they are with --lines",
    )
}

/// The name in a cell of a heading, as the lists above have it.
fn name(cell: &[u8]) -> String {
    let text = String::from_utf8_lossy(without_mark(cell)).to_lowercase();
    text.trim().trim_matches(['"', '\'']).to_owned()
}

/// The places of columns with one of these names, in the order of the names.
fn named<'n>(row: &[Vec<u8>], names: &'n [&str]) -> Vec<(usize, &'n str)> {
    let cells: Vec<String> = row.iter().map(|cell| name(cell)).collect();
    let place = |name: &&'n str| Some((cells.iter().position(|cell| cell == name)?, *name));
    names.iter().filter_map(place).collect()
}

/// The columns of a heading, if it has a known one of URLs.
pub(super) fn heading_columns(row: &[Vec<u8>], delimiter: u8, line: u64) -> Option<Columns> {
    let (url, _) = *named(row, &URL_NAMES).first()?;
    Some(Columns {
        delimiter,
        heading: line,
        url,
        weight: weight_of(row),
    })
}

fn weight_of(row: &[Vec<u8>]) -> Option<Weight> {
    let lists: [(&[&str], char); 2] = [(&WEIGHT_NAMES, ','), (&FOREIGN_WEIGHT_NAMES, '.')];
    lists.into_iter().find_map(|(names, thousands)| {
        let (column, name) = *named(row, names).first()?;
        Some(Weight {
            column,
            name: name.to_owned(),
            thousands,
        })
    })
}

/// Whether a row is that of the sums, as Google Analytics writes it: it has nothing in the place of a URL, and
/// says so, or has the word for it there.
pub(super) fn is_total<'r>(url: &[u8], mut row: impl Iterator<Item = &'r [u8]>) -> bool {
    is_word_for_total(url) || url.is_empty() && row.any(is_word_for_total)
}

fn is_word_for_total(cell: &[u8]) -> bool {
    TOTAL_NAMES.contains(&&name(cell)[..])
}

/// The first rows of a table with this delimiter.
fn rows(head: &[u8], delimiter: u8) -> Vec<Row> {
    let mut options = csv::ReaderBuilder::new();
    options
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(delimiter);
    let records = options.from_reader(head).into_byte_records();
    let rows = records.map_while(Result::ok);
    let rows = rows.map(|record| record.iter().map(<[u8]>::to_vec).collect());
    // Not their lines: blank ones are no rows, and a cell may have several.
    let rows = (1..).zip(rows);
    rows.take(ROWS).collect()
}

/// Whether a row is a remark, as Google Analytics writes them above its tables.
pub(super) fn is_remark(first_cell: &[u8]) -> bool {
    without_mark(first_cell).starts_with(b"#")
}

/// The columns whose cells are URLs in all of these rows, of which there is at least one.
fn url_columns(rows: &[&Row]) -> Vec<usize> {
    let width = rows.iter().map(|(_, row)| row.len()).min().unwrap_or(0);
    let is_of_urls = |column: &usize| rows.iter().all(|(_, row)| is_one_url(&row[*column]));
    (0..width).filter(is_of_urls).collect()
}

/// How a list is laid out, by its first lines. `column` is the name or the number of the column of
/// URLs, if the user named it.
///
/// # Errors
///
/// If it has no such column, or several that may be it.
pub(super) fn detect(head: &[u8], column: Option<&str>) -> Result<Layout, String> {
    let tables = DELIMITERS.map(|delimiter| (delimiter, rows(head, delimiter)));
    if let Some(column) = column {
        return chosen(&tables, column).map(Layout::Table);
    }
    // A heading with a known name; the widest one, as each line is a cell of another table.
    let by_name = tables.iter().filter_map(|(delimiter, rows)| {
        let at = rows
            .iter()
            .position(|(_, row)| heading_columns(row, *delimiter, 0).is_some())?;
        let (line, heading) = &rows[at];
        let known = named(heading, &URL_NAMES);
        let below: Vec<&Row> = rows[at + 1..]
            .iter()
            .filter(|(_, row)| row.first().is_some_and(|cell| !is_remark(cell)))
            .collect();
        let is_of_urls = |column: usize| {
            let is_url = |row: &&&Row| row.1.get(column).is_some_and(|cell| is_one_url(cell));
            2 * below.iter().filter(is_url).count() > below.len()
        };
        let by_content = (0..heading.len()).find(|column| is_of_urls(*column));
        let url = known
            .iter()
            .map(|(column, _)| *column)
            .find(|column| is_of_urls(*column));
        let url = url.or(by_content).unwrap_or(known[0].0);
        let columns = Columns {
            delimiter: *delimiter,
            heading: *line,
            url,
            weight: weight_of(heading),
        };
        Some((heading.len(), columns))
    });
    if let Some((_, columns)) = by_name.max_by_key(|(width, _)| *width) {
        return Ok(Layout::Table(columns));
    }
    for (delimiter, rows) in &tables {
        if let Some(columns) = by_content(*delimiter, rows)? {
            return Ok(Layout::Table(columns));
        }
    }
    Ok(Layout::Lines)
}

/// The columns of a table without a known name in its heading: all rows are as wide as each other, and
/// exactly one column has the URLs. Since commas and semicolons may be part of a URL, such a table needs
/// a heading, or quotes.
fn by_content(delimiter: u8, rows: &[Row]) -> Result<Option<Columns>, String> {
    let is_blank = |row: &[Vec<u8>]| matches!(row, [cell] if cell.is_empty());
    // Which column has the URLs is not known yet.
    let is_sum = |row: &[Vec<u8>]| {
        row.iter().any(|cell| is_word_for_total(cell)) && !row.iter().any(|cell| is_one_url(cell))
    };
    let rows: Vec<&Row> = rows
        .iter()
        .filter(|(_, row)| !is_blank(row) && row.first().is_some_and(|cell| !is_remark(cell)) && !is_sum(row))
        .collect();
    let Some((heading, below)) = rows.split_first() else {
        return Ok(None);
    };
    let width = heading.1.len();
    if width < 2 || rows.iter().any(|(_, row)| row.len() != width) {
        return Ok(None);
    }
    let has_heading = !heading.1.iter().any(|cell| is_one_url(cell));
    let data: &[&Row] = if has_heading { below } else { &rows };
    if data.is_empty() || !has_heading && delimiter != b'\t' {
        return Ok(None);
    }
    match url_columns(data)[..] {
        [] => Ok(None),
        [url] => Ok(Some(Columns {
            delimiter,
            heading: if has_heading { heading.0 } else { 0 },
            url,
            weight: if has_heading { weight_of(&heading.1) } else { None },
        })),
        [one, other, ..] => {
            let shown = |column: usize| String::from_utf8_lossy(&heading.1[column]).into_owned();
            Err(format!(
                "several of its columns have URLs, such as {:?} and {:?}; choose one with --csv",
                shown(one),
                shown(other)
            ))
        }
    }
}

/// The column that the user named.
fn chosen(tables: &[(u8, Vec<Row>)], column: &str) -> Result<Columns, String> {
    let number = column
        .parse()
        .ok()
        .and_then(|number: usize| number.checked_sub(1));
    if let Some(url) = number {
        // The delimiter by which most rows have such a column.
        let count = |rows: &[Row]| {
            rows.iter()
                .filter(|(_, row)| row.len() > url && row.len() > 1)
                .count()
        };
        let best = tables.iter().rev().max_by_key(|(_, rows)| count(rows));
        return Ok(Columns {
            delimiter: best.map_or(b',', |(delimiter, _)| *delimiter),
            heading: 0,
            url,
            weight: None,
        });
    }
    let wanted = column.trim().to_lowercase();
    for (delimiter, rows) in tables {
        for (line, row) in rows {
            if let Some(url) = row.iter().position(|cell| name(cell) == wanted) {
                return Ok(Columns {
                    delimiter: *delimiter,
                    heading: *line,
                    url,
                    weight: weight_of(row),
                });
            }
        }
    }
    // The names in what is likely its heading: the widest row.
    let headings = tables.iter().filter_map(|(_, rows)| {
        let (_, row) = rows
            .iter()
            .find(|(_, row)| row.first().is_some_and(|cell| !is_remark(cell)))?;
        Some(row)
    });
    let names = headings.max_by_key(|row| row.len()).map(|row| {
        let names = row
            .iter()
            .map(|cell| String::from_utf8_lossy(without_mark(cell)).into_owned());
        names.collect::<Vec<_>>().join(", ")
    });
    Err(format!(
        "there is no column {column:?} in its heading; write one of {}, or a number",
        names.unwrap_or_default()
    ))
}

impl Weight {
    /// How much a page counts, by a cell: `4210`, `4,210`, `12.5`.
    pub(super) fn of(&self, cell: &[u8]) -> Option<f64> {
        weight(cell, self.thousands)
    }
}

fn weight(cell: &[u8], thousands: char) -> Option<f64> {
    let text: String = String::from_utf8_lossy(cell)
        .chars()
        .filter(|character| !matches!(character, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '\u{2019}'))
        .collect();
    let is_grouped = |separator: char| {
        let mut groups = text.split(separator);
        let first = groups.next().unwrap_or_default();
        let is_number = |group: &str, max: usize| {
            !group.is_empty() && group.len() <= max && group.bytes().all(|byte| byte.is_ascii_digit())
        };
        text.contains(separator)
            && is_number(first, 3)
            && groups.all(|group| group.len() == 3 && is_number(group, 3))
    };
    let point = if thousands == ',' { '.' } else { ',' };
    let plain = if is_grouped(thousands) {
        text.replace(thousands, "")
    } else if text.matches(point).count() > 1 && is_grouped(point) {
        text.replace(point, "")
    } else {
        text.replace(point, ".")
    };
    let number: f64 = plain.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(head: &str) -> Option<(u8, u64, usize, Option<String>)> {
        match detect(head.as_bytes(), None).unwrap() {
            Layout::Lines => None,
            Layout::Table(columns) => Some((
                columns.delimiter,
                columns.heading,
                columns.url,
                columns.weight.map(|weight| weight.name),
            )),
        }
    }

    /// Headings as the tools write them.
    #[test]
    fn exports_of_tools() {
        for (head, expected) in [
            (
                "\u{feff}\"Address\",\"Content Type\",\"Status Code\",\"Clicks\"\n\"https://e.com/a,1\",\"text/html\",\"200\",\"4,210\"\n",
                (b',', 1, 0, Some("clicks")),
            ),
            (
                "URL,Internal,HTTP Status Code,Depth\nhttps://e.com/,Yes,200,0\n",
                (b',', 1, 0, None),
            ),
            (
                "#\tURL\tTraffic\tKeywords\n1\thttps://e.com/a\t10\t2\n",
                (b'\t', 1, 1, Some("traffic")),
            ),
            (
                "Keyword;Position;URL;Traffic\nshoes;3;https://e.com/shoes;12\n",
                (b';', 1, 2, Some("traffic")),
            ),
            (
                "Top pages,Clicks,Impressions,CTR,Position\nhttps://e.com/,12,100,12%,1.5\n",
                (b',', 1, 0, Some("clicks")),
            ),
            (
                "# ----------\n# Pages and screens\n# Start date: 20240101\n# ----------\n\nPage path and screen class,Views,Users\n/,10,5\n/a,1,1\n",
                (b',', 5, 0, Some("views")),
            ),
            (
                "Label,Unique Pageviews,Pageviews,Metadata: url\n/index,3,4,https://e.com/index\n",
                (b',', 1, 3, Some("pageviews")),
            ),
            // By its content: a heading in another language, a column that is called so and has titles.
            (
                "H\u{e4}ufigste Seiten;Klicks\nhttps://e.com/;3\nhttps://e.com/a;0\n",
                (b';', 1, 0, Some("klicks")),
            ),
            (
                "Page,Link\nStart,https://e.com/\nAbout us,https://e.com/about\n",
                (b',', 1, 1, None),
            ),
            ("https://e.com/\t200\nhttps://e.com/a\t404\n", (b'\t', 0, 0, None)),
            // A list with a heading, whose commas belong to its URLs.
            ("URL\nhttps://e.com/a,b\n", (b'\t', 1, 0, None)),
        ] {
            let (delimiter, heading, url, weight) = expected;
            let expected = (delimiter, heading, url, weight.map(str::to_owned));
            assert_eq!(columns(head), Some(expected), "{head}");
        }
    }

    #[test]
    fn lists_are_no_tables() {
        for head in [
            "",
            "/x\n",
            "https://e.com/artikel,123\nhttps://e.com/artikel,124\n",
            "https://e.com/x.pdf;200\n",
            "# pages\n/a;b\n/c\n",
            "/x y\n/x\tz\n/z\n",
            "not a url\n/x\n",
            "a,b\nc,d\n",
        ] {
            assert_eq!(columns(head), None, "{head}");
        }
        // The same path in two columns.
        let several = detect(b"From;To\n/a;/b\n/c;/d\n", None).unwrap_err();
        assert!(several.contains("\"From\" and \"To\""), "{several}");
    }

    #[test]
    fn columns_by_name_and_number() {
        let table = b"Date;Seite\n2024;/a\n";
        let found = |column: &str| detect(table, Some(column));
        let Ok(Layout::Table(by_name)) = found("seite") else {
            panic!()
        };
        assert_eq!((by_name.delimiter, by_name.heading, by_name.url), (b';', 1, 1));
        let Ok(Layout::Table(by_number)) = found("2") else {
            panic!()
        };
        assert_eq!(
            (by_number.delimiter, by_number.heading, by_number.url),
            (b';', 0, 1)
        );
        assert!(found("url").unwrap_err().contains("Date, Seite"));
    }

    #[test]
    fn numbers_as_tools_write_them() {
        for (text, expected) in [
            ("4210", Some(4210.0)),
            ("4,210", Some(4210.0)),
            ("1,234,567", Some(1_234_567.0)),
            ("1.234.567", Some(1_234_567.0)),
            ("4\u{a0}210", Some(4210.0)),
            ("12.5", Some(12.5)),
            ("", None),
            ("-", None),
            ("-1", None),
            ("inf", None),
            ("n/a", None),
        ] {
            assert_eq!(weight(text.as_bytes(), ','), expected, "{text}");
        }
        for (text, expected) in [
            ("4210", Some(4210.0)),
            ("4.210", Some(4210.0)),
            ("1.234.567", Some(1_234_567.0)),
            ("12,5", Some(12.5)),
            ("-5", None),
        ] {
            assert_eq!(weight(text.as_bytes(), '.'), expected, "{text}");
        }
    }

    #[test]
    fn rows_of_sums() {
        let is_total = |row: &[&str]| is_total(row[0].as_bytes(), row.iter().map(|cell| cell.as_bytes()));
        assert!(is_total(&["", "15", "Grand total"]));
        assert!(is_total(&["Gesamt", "15"]));
        // A page of this name, and a mistake.
        assert!(!is_total(&["/total", "15", "Total"]));
        assert!(!is_total(&["total.html", "15"]));
        assert!(!is_total(&["example.com/a", "Total"]));
    }

    #[test]
    fn rows_and_several_urls_are_no_url() {
        for line in [
            "https://e.com/x.pdf;200",
            "/y,2024-01-01",
            "/z,0.5",
            "/z,12%",
            "https://e.com/a,https://e.com/b",
            "https://e.com/a|http://e.com/b",
        ] {
            assert!(doubt(line.as_bytes()).is_some(), "{line}");
        }
        for line in [
            "/v,w",
            "/x;jsessionid=1A",
            "/x;v=1.0",
            "https://e.com/?to=https://e.org/",
            "https://e.com/1,2/x",
            "/2024-01-01",
        ] {
            assert!(doubt(line.as_bytes()).is_none(), "{line}");
        }
    }
}

//! `robots_allowed(body, agent, url)` in DataFusion's SQL, over a join of sites and URLs.
//!
//! ```text
//! cargo run --release -- 10000000
//! ```
//!
//! asks about that many URLs of 1,000 sites, and about none, to show what the join alone takes.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use datafusion::arrow::array::{
    ArrayRef, BinaryViewArray, Datum, RecordBatch, Scalar, StringViewArray, UInt32Array,
};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::cast::as_int64_array;
use datafusion::datasource::MemTable;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::prelude::SessionContext;
use robots_exclusion_arrow::{Crawlers, Judge};

/// May this crawler fetch this URL, by this robots.txt?
#[derive(Debug)]
struct RobotsAllowed {
    signature: Signature,
    /// Judges that no thread is using. Each keeps the rules that it compiled for the next batch.
    judges: Mutex<Vec<Judge>>,
}

impl RobotsAllowed {
    fn new() -> Self {
        Self {
            signature: Signature::any(3, Volatility::Immutable),
            judges: Mutex::default(),
        }
    }
}

impl ScalarUDFImpl for RobotsAllowed {
    fn name(&self) -> &str {
        "robots_allowed"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let columns = arguments
            .args
            .iter()
            .map(|value| -> Result<Box<dyn Datum>> {
                Ok(match value {
                    ColumnarValue::Array(array) => Box::new(Arc::clone(array)),
                    ColumnarValue::Scalar(scalar) => Box::new(Scalar::new(scalar.to_array()?)),
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let idle = self
            .judges
            .lock()
            .expect("no thread panics while it holds the judges")
            .pop();
        let mut judge = idle.unwrap_or_else(|| Judge::new(None));
        let answers = judge
            .judge(&*columns[0], Crawlers::Agents(&*columns[1]), &*columns[2], false)
            .map_err(|error| DataFusionError::External(Box::new(error)))?;
        self.judges
            .lock()
            .expect("no thread panics while it holds the judges")
            .push(judge);
        Ok(ColumnarValue::Array(Arc::clone(answers.column(0))))
    }
}

// All instances are the same function.
impl PartialEq for RobotsAllowed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for RobotsAllowed {}

impl Hash for RobotsAllowed {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

const SITES: u32 = 1_000;

fn table(columns: Vec<(&str, ArrayRef)>, partitions: usize) -> Result<Arc<MemTable>> {
    let batch = RecordBatch::try_from_iter(columns)?;
    let rows = batch.num_rows().div_ceil(partitions).max(1);
    let parts = (0..batch.num_rows())
        .step_by(rows)
        .map(|at| {
            let part = batch.slice(at, rows.min(batch.num_rows() - at));
            (0..part.num_rows())
                .step_by(8_192)
                .map(|at| part.slice(at, 8_192.min(part.num_rows() - at)))
                .collect()
        })
        .collect();
    Ok(Arc::new(MemTable::try_new(batch.schema(), parts)?))
}

#[tokio::main]
async fn main() -> Result<()> {
    let rows = std::env::args()
        .nth(1)
        .map_or(Ok(1_000_000), |rows| rows.parse::<u32>());
    let rows = rows.map_err(|error| DataFusionError::External(Box::new(error)))?;
    let context = SessionContext::new();
    context.register_udf(ScalarUDF::from(RobotsAllowed::new()));

    let bodies =
        (0..SITES).map(|site| format!("User-agent: *\nDisallow: /private/{site}/\nDisallow: /*.pdf$\n"));
    // Views: a join copies pointers to the bodies, so that a body is known again within a batch.
    let bodies: BinaryViewArray = bodies.map(|body| Some(body.into_bytes())).collect();
    let sites: ArrayRef = Arc::new(UInt32Array::from_iter_values(0..SITES));
    context.register_table(
        "sites",
        table(vec![("site", sites), ("robots", Arc::new(bodies))], 1)?,
    )?;

    // The sites in an order without pattern. One URL in seven is private.
    let site_of = |row: u32| row.wrapping_mul(2_654_435_761) % SITES;
    let urls: StringViewArray = (0..rows)
        .map(|row| {
            let site = site_of(row);
            let folder = if row % 7 == 0 { "private" } else { "public" };
            Some(format!("https://{site}.example/{folder}/{site}/{row}.html"))
        })
        .collect();
    let sites: ArrayRef = Arc::new(UInt32Array::from_iter_values((0..rows).map(site_of)));
    context.register_table("urls", table(vec![("site", sites), ("url", Arc::new(urls))], 2)?)?;

    for (what, condition) in [
        ("joined", "robots IS NOT NULL AND url <> ''"),
        ("joined and judged", "robots_allowed(robots, 'FooBot', url)"),
    ] {
        let sql = format!("SELECT count(*) FILTER (WHERE {condition}) FROM urls JOIN sites USING (site)");
        let start = Instant::now();
        let batches = context.sql(&sql).await?.collect().await?;
        let seconds = start.elapsed().as_secs_f64();
        let count = as_int64_array(batches[0].column(0))?.value(0);
        println!(
            "{what}: {count} of {rows} rows, {:.1} million a second",
            f64::from(rows) / seconds / 1e6
        );
    }
    Ok(())
}

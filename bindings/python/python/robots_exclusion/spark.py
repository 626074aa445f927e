"""Judges tables of URLs and of sites with Spark.

Two functions add the answers to a data frame with a host and a URL in each row:

* :func:`judge_broadcast`, with :func:`broadcast_sites`, where the bodies fit in the memory of each Python worker: some 200 MB for 100,000
  sites. The URLs are not moved. Each worker builds the index of hosts once, and keeps the rules that it compiled from task to task.
* :func:`judge_grouped` for any number of sites. URLs and bodies are shuffled by host, each body once and not in every row; hosts with
  many rows are spread.

:func:`access_sites` adds to a data frame of sites how much of each site some crawlers may fetch.

It needs PySpark 4 and pyarrow, and this package on every worker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql import functions as F  # type: ignore[import-untyped, import-not-found, unused-ignore]
from pyspark.sql.types import BinaryType, BooleanType, CharType, DoubleType, IntegerType, LongType, ShortType, StringType, StructField, StructType, VarcharType  # type: ignore[import-untyped, import-not-found, unused-ignore]

from ._native import AccessAnswers, BatchAnswers, Dialect, HostIndex, Judge, access_batch, is_allowed

if TYPE_CHECKING:
    from pyspark import Broadcast  # type: ignore[import-untyped, import-not-found, unused-ignore]
    from pyspark.sql import Column, DataFrame, GroupedData  # type: ignore[import-untyped, import-not-found, unused-ignore]

__all__ = ["access_sites", "broadcast_sites", "count_groups", "grouped", "judge_broadcast", "judge_grouped"]

_GROUP = "__robots_exclusion_group"


class _Judges:
    """What a worker process keeps about one broadcast table."""

    def __init__(self, sites: pa.Table) -> None:
        self.index = HostIndex(sites.column(0), sites.column(1))
        self._judges: dict[Dialect | None, Judge] = {}

    def judge(self, dialect: Dialect | None) -> Judge:
        judge = self._judges.get(dialect)
        if judge is None:
            judge = self._judges[dialect] = Judge(dialect=dialect)
        return judge


#: By broadcast, which a worker process that is used again has as the same object in each task.
_KEPT: WeakKeyDictionary[Any, _Judges] = WeakKeyDictionary()


def _judges(sites: Broadcast[pa.Table]) -> _Judges:
    judges = _KEPT.get(sites)
    if judges is None:
        judges = _KEPT[sites] = _Judges(sites.value)
    return judges


def broadcast_sites(sites: DataFrame, *, host: str = "host", robots: str = "robots") -> Broadcast[pa.Table]:
    """Collects hosts and bodies, and sends them to every executor once.

    :raises ValueError: if the sites have no such column. So do the other functions, and all of them before any job begins.
    :raises TypeError: if a column holds no texts.
    """
    host, robots = _column(sites, host, "host"), _column(sites, robots, "robots")
    table = sites.select(host, robots).toArrow()
    return sites.sparkSession.sparkContext.broadcast(table)


def judge_broadcast(
    urls: DataFrame,
    sites: Broadcast[pa.Table],
    crawler: Any,
    *,
    host: str = "host",
    url: str = "url",
    dialect: Dialect | str | None = None,
    detail: bool = False,
    rename: Mapping[str, str] | None = None,
) -> DataFrame:
    """The rows with a column ``allowed``, which is null for a host without a body; with ``detail`` also ``reason``, ``line``, ``rule`` and ``group``.

    :param crawler: whatever :func:`robots_exclusion.is_allowed` takes.
    :param rename: names for the columns of answers, such as ``{"line": "robots_line"}``. A name that the rows have already raises
        ``ValueError``.
    """
    dialect = _dialect(dialect)
    crawler = _one_crawler(crawler, dialect)
    host, url = _column(urls, host, "host"), _column(urls, url, "url")
    schema = _schema(urls, _types(detail), rename)

    def judge_partition(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        kept = _judges(sites)
        judge = kept.judge(dialect)
        for batch in batches:
            bodies = kept.index.bodies(batch.column(host))
            answers = judge.check_batch(bodies, crawler, batch.column(url), detail=detail)
            yield _with_answers(pa.Table.from_batches([batch]), answers, schema.names).to_batches()[0]

    return urls.mapInArrow(judge_partition, schema)


def judge_grouped(
    urls: DataFrame,
    sites: DataFrame,
    crawler: Any,
    *,
    host: str = "host",
    robots: str = "robots",
    url: str = "url",
    dialect: Dialect | str | None = None,
    detail: bool = False,
    rows_in_group: int = 250_000,
    groups: int | None = None,
    heavy: Mapping[str, int] | None = None,
    rename: Mapping[str, str] | None = None,
) -> DataFrame:
    """Like :func:`judge_broadcast`, for any number of sites. Each host may occur once among the sites.

    Rows and bodies are grouped by host, many hosts in a group, and each group is judged as one Arrow table in memory. A host with more
    than ``rows_in_group`` rows is spread over several groups, and each group has its body.

    :param groups: the number of groups, and ``heavy`` the number of groups for each host that needs more than one. What is not given
        is counted first, which reads the hosts of all URLs once.
    """
    dialect = _dialect(dialect)
    crawler = _one_crawler(crawler, dialect)
    left_host, right_host = _column(urls, host, "host"), _column(sites, host, "host")
    url, robots = _column(urls, url, "url"), _column(sites, robots, "robots")
    if right_host != left_host:
        sites = sites.withColumnRenamed(right_host, left_host)
    host = left_host
    _check_count(rows_in_group, "rows_in_group")
    if groups is not None:
        _check_count(groups, "groups")
    for name, count in (heavy or {}).items():
        _check_count(count, f"heavy[{name!r}]")
    schema = _schema(urls, _types(detail), rename)
    if groups is None or heavy is None:
        counted, spread = count_groups(urls, host=host, rows_in_group=rows_in_group)
        groups = counted if groups is None else groups
        heavy = spread if heavy is None else heavy
    left, right = grouped(urls, sites, host=host, robots=robots, url=url, groups=groups, heavy=heavy)

    def judge_group(asked: pa.Table, known: pa.Table) -> pa.Table:
        index = HostIndex(known.column(host), known.column(robots))
        answers = Judge(dialect=dialect).check_batch(index.bodies(asked.column(host)), crawler, asked.column(url), detail=detail)
        return _with_zones_as_utc(_with_answers(asked.drop_columns([_GROUP]), answers, schema.names))

    return left.cogroup(right).applyInArrow(judge_group, schema)


def access_sites(
    sites: DataFrame,
    crawlers: Any,
    *,
    robots: str = "robots",
    status: str | None = None,
    dialect: Dialect | str | None = None,
    detail: bool = False,
    rename: Mapping[str, str] | None = None,
) -> DataFrame:
    """The rows with a column for each crawler: ``open``, ``partial``, ``closed`` or ``undecided``, as :func:`robots_exclusion.access_batch`
    says; with ``detail`` a struct of this ``access``, the ``group`` that applies and whether it ``is_named`` there. Nothing is shuffled.

    :param crawlers: whatever :func:`robots_exclusion.access` takes, such as ``["GPTBot", "CCBot"]`` or ``"@ai-training"``.
    :param status: the name of the column with the statuses of the responses, if there is one.
    :param rename: names for the columns of answers, such as ``{"GPTBot": "gptbot"}``. A name that the rows have already raises
        ``ValueError``.
    """
    dialect = _dialect(dialect)
    robots = _column(sites, robots, "robots")
    if status is not None:
        status = _column(sites, status, "status", (DoubleType, IntegerType, LongType, ShortType), "whole numbers; cast it to int")
    # Raises here what a worker would raise later.
    names = access_batch([], crawlers, dialect=dialect).column_names
    kind: Any = StringType()
    if detail:
        kind = StructType([StructField("access", StringType()), StructField("group", StringType()), StructField("is_named", BooleanType())])
    schema = _schema(sites, dict.fromkeys(names, kind), rename)

    def access_partition(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            statuses = None if status is None else batch.column(status)
            answers = access_batch(batch.column(robots), crawlers, statuses, dialect=dialect, detail=detail)
            yield _with_answers(pa.Table.from_batches([batch]), answers, schema.names).to_batches()[0]

    return sites.mapInArrow(access_partition, schema)


def grouped(
    urls: DataFrame,
    sites: DataFrame,
    *,
    host: str = "host",
    robots: str = "robots",
    url: str = "url",
    groups: int,
    heavy: Mapping[str, int],
) -> tuple[GroupedData, GroupedData]:
    """The groups of URLs and of sites that :func:`judge_grouped` judges, for a ``cogroup`` of your own."""
    salts = _salts(heavy, groups, host)
    left = urls.withColumn(_GROUP, _group(F.pmod(F.xxhash64(url), salts), groups, host))
    copies = F.explode(F.sequence(F.lit(0).cast("long"), salts - 1))
    right = sites.select(host, robots, copies.alias(_GROUP)).withColumn(_GROUP, _group(F.col(_GROUP), groups, host))
    return left.groupBy(_GROUP), right.groupBy(_GROUP)


def count_groups(urls: DataFrame, *, host: str = "host", rows_in_group: int = 250_000) -> tuple[int, dict[str, int]]:
    """The number of groups, and over how many groups the rows of each heavy host are spread: what :func:`judge_grouped` counts if not given."""
    counts = urls.groupBy(host).count()
    is_heavy = F.col("count") > rows_in_group
    pair = F.when(is_heavy & F.col(host).isNotNull(), F.struct(F.col(host).alias("host"), F.col("count").alias("rows")))
    found = counts.agg(F.sum("count").alias("rows"), F.collect_list(pair).alias("heavy")).first()
    rows = (found and found["rows"]) or 0
    heavy = {site["host"]: -(-site["rows"] // rows_in_group) for site in (found["heavy"] if found else [])}
    return max(1, -(-rows // rows_in_group)), heavy


def _salts(heavy: Mapping[str, int], groups: int, host: str) -> Column:
    """Over how many groups the rows of a host are spread: each body is at most once in a group."""
    salts = F.lit(1).cast("long")
    if heavy:
        pairs = [F.lit(part) for name, count in heavy.items() for part in (name, min(count, groups))]
        salts = F.coalesce(F.try_element_at(F.create_map(*pairs), F.col(host)).cast("long"), salts)
    return salts


def _group(salt: Column, groups: int, host: str) -> Column:
    return F.pmod(F.pmod(F.xxhash64(host), F.lit(groups)) + salt, F.lit(groups)).cast("long")


#: The types of columns that hold texts.
_TEXTS = (BinaryType, CharType, StringType, VarcharType)


def _column(frame: DataFrame, name: str, argument: str, kinds: tuple[Any, ...] = _TEXTS, needed: str = "text; cast it to string or binary") -> str:
    """The name of a column of some types as the frame spells it. Spark does not distinguish upper and lower case, unless it is configured to."""
    if not isinstance(name, str):
        raise TypeError(f"{argument}: expected the name of a column, not {type(name).__name__}")
    fields = frame.schema.fields
    found = [field for field in fields if field.name == name] or [field for field in fields if field.name.lower() == name.lower()]
    if len(found) != 1:
        problem = "no" if not found else "more than one"
        raise ValueError(f"{argument}: there is {problem} column {name!r} among {', '.join(frame.columns)}")
    kind = found[0].dataType
    if not isinstance(kind, kinds):
        raise TypeError(f"{argument}: the column {found[0].name!r} is of type {kind.simpleString()}, which holds no {needed}")
    return str(found[0].name)


def _one_crawler(crawler: Any, dialect: Dialect | None) -> Any:
    """One crawler, also for a batch of as many rows as a list has names. Raises what a worker would
    raise, hours later, for each of its batches."""
    is_allowed(b"", crawler, "/", dialect=dialect)
    return tuple(crawler) if isinstance(crawler, list) else crawler


def _check_count(count: Any, argument: str) -> None:
    if not isinstance(count, int) or isinstance(count, bool):
        raise TypeError(f"{argument}: expected an int, not {type(count).__name__}")
    if count < 1:
        raise ValueError(f"{argument}: expected a number from 1, not {count}")


def _with_zones_as_utc(rows: pa.Table) -> pa.Table:
    """The same instants, with the zone that Spark demands of what comes back; it hands out those of the session."""
    kinds = [_in_utc(field.type) for field in rows.schema]
    if all(kind == field.type for kind, field in zip(kinds, rows.schema)):
        return rows
    return rows.cast(pa.schema([field.with_type(kind) for kind, field in zip(kinds, rows.schema)]))


def _in_utc(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        return pa.timestamp(kind.unit, "UTC")
    if pa.types.is_map(kind):
        return pa.map_(kind.key_field.with_type(_in_utc(kind.key_type)), kind.item_field.with_type(_in_utc(kind.item_type)), kind.keys_sorted)
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(_in_utc(kind.value_type)))
    if pa.types.is_large_list(kind):
        return pa.large_list(kind.value_field.with_type(_in_utc(kind.value_type)))
    if pa.types.is_struct(kind):
        fields = (kind.field(number) for number in range(kind.num_fields))
        return pa.struct([field.with_type(_in_utc(field.type)) for field in fields])
    return kind


def _dialect(dialect: Dialect | str | None) -> Dialect | None:
    return Dialect(dialect) if isinstance(dialect, str) else dialect


def _types(detail: bool) -> dict[str, Any]:
    """The columns of judged questions."""
    types: dict[str, Any] = {"allowed": BooleanType()}
    if detail:
        types |= {"reason": StringType(), "line": LongType(), "rule": StringType(), "group": StringType()}
    return types


def _schema(rows: DataFrame, types: Mapping[str, Any], rename: Mapping[str, str] | None) -> StructType:
    """The rows with the columns of answers after them."""
    names = {name: name for name in types} | dict(rename or {})
    if unknown := sorted(set(names) - set(types)):
        raise ValueError(f"rename: there is no column {', '.join(unknown)} of answers, but {', '.join(types)}")
    # Spark does not distinguish upper and lower case, unless it is configured to.
    known = {name.lower() for name in rows.columns}
    if taken := [name for name in types if names[name].lower() in known]:
        wanted = ", ".join(f'"{name}": "robots_{name}"' for name in taken)
        raise ValueError(f"the rows have a column {', '.join(names[name] for name in taken)} already: pass rename={{{wanted}}}")
    return StructType([*rows.schema.fields, *(StructField(names[name], kind) for name, kind in types.items())])


def _with_answers(rows: pa.Table, answers: BatchAnswers | AccessAnswers, names: list[str]) -> pa.Table:
    columns = answers.column_names
    for name, new in zip(columns, names[len(names) - len(columns) :]):
        rows = rows.append_column(new, _of_spark(pa.array(answers[name])))
    return rows


def _of_spark(column: pa.Array) -> pa.Array:
    """A column of answers of a type that Spark has."""
    if pa.types.is_struct(column.type):
        fields = [_of_spark(column.field(number)) for number in range(column.type.num_fields)]
        return pa.StructArray.from_arrays(fields, [field.name for field in column.type], mask=column.is_null())
    if pa.types.is_dictionary(column.type):
        return column.cast(column.type.value_type)
    return column.cast(pa.int64()) if pa.types.is_unsigned_integer(column.type) else column

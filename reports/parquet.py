"""Parquet: the frame as it is, what JSON says beside the rows in the metadata."""

import io
import json
from typing import Any

from reports.data import plain
from reports.extras import need
from reports.report import Report

KEY = b"bidodds"  # JSON: the entries of the JSON format without the rows
TEXTS = b"bidodds.texts"  # JSON: title, notes and provenance, for people


def to_parquet(report: Report) -> bytes:
    """The file: one column for each of the schema, NaN as NaN. Raises MissingExtra without pyarrow."""
    need("parquet", "Parquet")
    import pyarrow
    import pyarrow.parquet

    kinds = {"int64": pyarrow.int64(), "float64": pyarrow.float64(), "str": pyarrow.string()}
    metadata = {KEY: _dumps(report.beside()), TEXTS: _dumps(report.texts())}
    schema = pyarrow.schema(
        [(column.name, kinds[column.dtype]) for column in report.schema.columns], metadata
    )
    columns = [
        pyarrow.array(values, kinds[column.dtype], from_pandas=False)
        for column, values in zip(report.schema.columns, report.columns().values(), strict=True)
    ]
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_arrays(columns, schema=schema), out)
    return out.getvalue()


def from_parquet(data: bytes) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """The columns by name, and what stands beside the rows."""
    need("parquet", "Parquet")
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(io.BytesIO(data))
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    return columns, json.loads((table.schema.metadata or {}).get(KEY, b"{}"))


def _dumps(value: object) -> bytes:
    return json.dumps(plain(value), ensure_ascii=False, allow_nan=False).encode("utf-8")

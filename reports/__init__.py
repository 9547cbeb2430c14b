"""Tables people read: data frames in, texts, files and pictures out. Knows no card and no kernel."""

from reports.reading import read_frame

__all__ = ["read_frame"]

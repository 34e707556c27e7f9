"""校勘: the claims of the five books evaluated, compared with the record, and published."""

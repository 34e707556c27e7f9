"""Charts of real dates: date-times as people write them -> instants -> the axes of a chart."""

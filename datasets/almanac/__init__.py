"""Solar terms, new moons, their uncertainty, and the moon's lodges: see README.md beside this."""

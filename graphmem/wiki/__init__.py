"""Deep search: three hops around a question, as a wiki of one page an entity that an agent reads page by page."""

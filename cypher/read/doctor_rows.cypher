// purpose: rows with times that break a rule: what they must have, lists of one length, ends that agree, times in order
// mode: read
// params:
// returns: code, count, examples
// plan: scan, every row with times is looked at
CALL () {
  MATCH (x:Record|Chunk|Message|Task|Correction|Rule)
  RETURN x, coalesce(x.title, x.text) IS NOT NULL AND (x.kind IS NOT NULL OR NOT x:Record) AND x.author IS NOT NULL AS whole
  UNION ALL
  MATCH ()-[x:MENTIONS]->(:Entity) RETURN x, x.record IS NOT NULL AND x.stated IS NOT NULL AND x.name IS NOT NULL AS whole
  UNION ALL
  MATCH (:Entity)-[x:RELATION]->(:Entity)
  RETURN x, x.record IS NOT NULL AND x.stated_source IS NOT NULL AND x.stated_target IS NOT NULL AND x.reason IS NOT NULL
    AND x.author IS NOT NULL AND toUpper(x.type) = type(x) AS whole
  UNION ALL
  MATCH (:Merge)-[x:PARKED]->(:Entity)
  RETURN x, x.record IS NOT NULL AND x.stated_source IS NOT NULL AND x.stated_target IS NOT NULL AND x.reason IS NOT NULL
    AND x.author IS NOT NULL AND x.type IS NOT NULL AS whole
}
WITH x, whole AND x.id IS NOT NULL AND x.workspace IS NOT NULL AND x.precision IS NOT NULL AND x.assumed IS NOT NULL
    AND x.stated_precision IS NOT NULL AND x.seq IS NOT NULL AND x.item IS NOT NULL AND x.place_seq IS NOT NULL AND x.place_item IS NOT NULL
    // A date or a time without a zone compares with nothing: the row would vanish from every answer without a word.
    AND all(t IN [x.valid_from, x.stated_to, x.valid_to, x.recorded_at, x.ended_at, x.place_from, x.place_last]
      WHERE t IS :: ZONED DATETIME NOT NULL) AS whole,
  size(coalesce(x.ends_learned, [])) AS n
WITH x, whole, n, all(l IN [x.ends_valid_to, x.ends_undone, x.ends_act, x.ends_how, x.ends_by] WHERE size(coalesce(l, [])) = n) AS even
WITH x, whole, even, n, CASE WHEN NOT whole OR NOT even THEN null ELSE reduce(known = x.stated_to, i IN range(0, n - 1) |
  CASE WHEN x.ends_undone[i].year >= 9999 AND x.ends_valid_to[i] < known THEN x.ends_valid_to[i] ELSE known END) END AS known
WITH x, [code IN [
  CASE WHEN NOT whole THEN 'MISSING_PROPERTY' END,
  CASE WHEN NOT even THEN 'UNEQUAL_ENDS' END,
  CASE WHEN known IS NOT NULL AND ((x.valid_to <> known AND (x.valid_to.year < 9999 OR known.year < 9999)) OR NOT x.ended_at IN [x.recorded_at] + coalesce(x.ends_learned, []) + coalesce(x.ends_undone, []))
    THEN 'WRONG_END' END,
  CASE WHEN whole AND (x.stated_to <= x.valid_from OR x.place_last < x.place_from OR x.ended_at < x.recorded_at
    OR any(i IN range(0, n - 1) WHERE even AND x.ends_undone[i] < x.ends_learned[i])) THEN 'TIMES_OUT_OF_ORDER' END,
  CASE WHEN whole AND (x.valid_from.year >= 9999 OR (x.stated_to.year >= 9999 AND x.stated_to <> datetime('9999-12-31T23:59:59.999999Z')))
    THEN 'YEAR_9999' END
] WHERE code IS NOT NULL] AS broken
UNWIND broken AS code
RETURN code, count(*) AS count, collect(coalesce(x.id, '(without an id)'))[0..5] AS examples ORDER BY code

### Statements as a model writes them for honest questions; each must be let through and run. One a paragraph.

MATCH (a:Technology) RETURN a.set, a.delete, 'CREATE' AS word, a.created_at

MATCH (n) RETURN count(n)

MATCH (n) RETURN count(*) AS things

MATCH (e:Entity) RETURN e.name, e.type ORDER BY e.name

MATCH (e:Entity) RETURN DISTINCT e.type

MATCH (e:Entity) RETURN e.type AS type, count(*) AS count ORDER BY count DESC, type

MATCH (e:Entity {name: 'redis'}) RETURN e

MATCH (e:CodeComponent) WHERE e.name CONTAINS 'a' RETURN e.name LIMIT 10

MATCH (e:Entity) WHERE toLower(e.name) STARTS WITH 'red' RETURN e.name

MATCH (e:Entity) WHERE e.name ENDS WITH 'is' OR e.name = "api" RETURN e.name

MATCH (e:Entity) WHERE NOT e.name IN ['api', 'auth'] RETURN e.name

MATCH (e:Problem) RETURN e.name

MATCH (e:Problem|Solution) RETURN e.name, labels(e)

MATCH (e:Entity:Problem) RETURN e.name

MATCH (e:Entity) WHERE e:Problem OR e:Decision RETURN e.name

MATCH (a)-[r:DEPENDS_ON]->(b) RETURN a.name, r.reason, b.name

MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity {name: 'redis'}) RETURN a.name

MATCH (b:Entity {name: 'redis'})<-[:DEPENDS_ON]-(a) RETURN a.name, a.type

MATCH (a:Entity)-[:DEPENDS_ON|REQUIRED_BY]-(b:Entity) RETURN a.name, b.name

MATCH (a:Entity)-[r:DEPENDS_ON|:IMPLEMENTS]->(b:Entity) RETURN type(r) AS how, count(*) AS n

MATCH (a:Entity)-[r]->(b:Entity) RETURN type(r), count(r) ORDER BY count(r) DESC

MATCH (a:Entity {name: 'api'})--(b) RETURN b.name

MATCH (a:Entity {name: 'api'})-[:DEPENDS_ON*1..3]->(b:Entity) RETURN DISTINCT b.name

MATCH (a:Entity {name: 'api'})-[:DEPENDS_ON*2]->(b:Entity) RETURN b.name

MATCH (a:Entity {name: 'api'})-[:DEPENDS_ON|IMPLEMENTS*..4]->(b:Entity) RETURN count(DISTINCT b) AS n

MATCH p = (a:Entity {name: 'api'})-[:DEPENDS_ON*1..3]->(b:Entity) RETURN p, length(p) ORDER BY length(p)

MATCH p = (a:Entity {name: 'api'})-[:DEPENDS_ON*1..3]->(b:Entity {name: 'redis'}) RETURN [n IN nodes(p) | n.name] AS way

MATCH p = (a:Entity {name: 'api'})-[rs:DEPENDS_ON*1..2]->(b:Entity) RETURN [r IN rs | r.reason] AS reasons

MATCH (r:Record) RETURN r.title, r.kind, r.author ORDER BY r.valid_from DESC LIMIT 5

MATCH (r:Record) RETURN r LIMIT 1

MATCH (r:Record) RETURN r {.title, .author, since: r.valid_from} AS record LIMIT 3

MATCH (d:DecisionRecord) RETURN d.decision, d.reason

MATCH (d:DecisionRecord) WHERE d.reason IS NULL RETURN d.title

MATCH (d:DecisionRecord) WHERE d.reason IS NOT NULL AND size(d.reason) > 3 RETURN d.title, d.reason

MATCH (d:DecisionRecord)-[:MENTIONS]->(e:Entity {name: 'redis'}) RETURN d.decision, d.author, d.valid_from

MATCH (r:Record)-[:MENTIONS]->(e:Entity) RETURN e.name, count(DISTINCT r) AS records ORDER BY records DESC LIMIT 10

MATCH (r:Record)-[m:MENTIONS]->(e:Entity) WHERE m.description IS NOT NULL RETURN e.name, m.description

MATCH (r:ProblemFoundRecord) RETURN r.problem, r.description

MATCH (r:ProblemSolvedRecord) RETURN r.problem, r.cause, r.solution

MATCH (q:QuestionRecord) WHERE q.answer IS NULL RETURN q.question

MATCH (c:CodeChangeRecord) RETURN c.change, c.author

MATCH (r:RequirementRecord) RETURN r.requirement, r.priority ORDER BY r.priority

MATCH (d:DefinitionRecord) RETURN d.term, d.definition

MATCH (r:ProblemFoundRecord|ProblemSolvedRecord) RETURN r.kind, count(*) AS n

MATCH (r:Record) WHERE r.author = 'ana' RETURN count(r) AS n

MATCH (r:Record) RETURN r.author AS author, count(*) AS n ORDER BY n DESC

MATCH (r:Record) WITH r.author AS author, count(*) AS n WHERE n > 1 RETURN author, n

MATCH (r:Record) RETURN r.kind, collect(r.title)[0..3] AS some

MATCH (r:Record) WHERE r.valid_from >= datetime('2020-01-01T00:00:00Z') RETURN r.title

MATCH (r:Record) WHERE r.valid_from > datetime() - duration({days: 30}) RETURN r.title, r.valid_from

MATCH (r:Record) WHERE date(r.valid_from) = date('2024-01-01') RETURN r.title

MATCH (r:Record) RETURN r.valid_from.year AS year, count(*) AS n ORDER BY year

MATCH (r:Record)-[:IN_SESSION]->(s:Session) RETURN s.name, count(r) AS records

MATCH (s:Session {name: 'review'})<-[:IN_SESSION]-(r) RETURN r.title

MATCH (r:Record)-[t:TOUCHES]->(f:File) RETURN f.path, count(DISTINCT r) AS records, collect(t.lines) AS lines

MATCH (f:File) WHERE f.path STARTS WITH 'src/' RETURN f.path

MATCH (f:File {path: 'src/api.py'})<-[:TOUCHES]-(r)-[:MENTIONS]->(e) RETURN e.name, r.title

MATCH (n:Name)-[:NAMES]->(e:Entity {name: 'redis'}) RETURN n.name

MATCH (a:Record)-[:SUPERSEDES]->(b:Record) RETURN a.title, b.title

MATCH (d:Document) RETURN d.name, d.count

MATCH (c:Chunk)-[:OF]->(d:Document {name: 'Guide'}) RETURN c.heading, c.text ORDER BY c.position

MATCH (d:Document)<-[:OF]-(c) RETURN d.name, count(c) AS pieces

MATCH (c:Chunk) WHERE c.text CONTAINS 'zebra' RETURN c.text

MATCH (m:Message)-[:OF]->(c:Conversation) RETURN c.name, m.speaker, m.text ORDER BY m.position

MATCH (m:Message) RETURN m.speaker, count(*) AS said

MATCH (m:Message) WHERE m.speaker = 'bo' AND m.text CONTAINS 'cable' RETURN m.text

MATCH (s:Entity)-[r:SOLVES]->(p:Problem) RETURN s.name, p.name, r.reason

MATCH (p:Problem) WHERE NOT (p)<-[:SOLVES]-() RETURN p.name

MATCH (p:Problem) WHERE NOT EXISTS { (p)<-[:SOLVES]-(:Entity) } RETURN p.name

MATCH (p:Problem) WHERE EXISTS { MATCH (s:Entity)-[:SOLVES]->(p) WHERE s.name <> 'x' } RETURN p.name

MATCH (p:Entity) WHERE (p)-[:CAUSED_BY]->() RETURN p.name

MATCH (p:Problem)-[c:CAUSED_BY]->(x) RETURN p.name, x.name, c.reason, c.author, c.valid_from

MATCH (a)-[r:LEADS_TO]->(b) RETURN a.name AS from_what, b.name AS to_what

MATCH (a)-[:CONFLICTS_WITH]-(b) RETURN a.name, b.name

MATCH (a:Entity)-[:RELATED_TO]-(b:Entity) WHERE a.name < b.name RETURN a.name, b.name

MATCH (e:Entity) WHERE COUNT { (e)<-[:DEPENDS_ON]-() } >= 2 RETURN e.name

MATCH (e:Entity) RETURN e.name, COUNT { (e)<-[:DEPENDS_ON]-(:Entity) } AS dependents ORDER BY dependents DESC LIMIT 3

MATCH (e:Entity) OPTIONAL MATCH (e)-[:DEPENDS_ON]->(o:Entity) RETURN e.name, collect(o.name) AS needs

MATCH (e:Entity) OPTIONAL MATCH (e)<-[:MENTIONS]-(r:Record) WITH e, count(r) AS n WHERE n = 0 RETURN e.name

MATCH (a:Entity)-[:DEPENDS_ON]->(b)-[:DEPENDS_ON]->(c) RETURN a.name, b.name, c.name

MATCH (a:Entity {name: 'api'}), (b:Entity {name: 'redis'}) RETURN a.type, b.type

MATCH (a:Entity {name: 'api'}) MATCH (a)-[r:DEPENDS_ON]->(b) RETURN b.name, r.record

MATCH (a:Entity)<-[:MENTIONS]-(r:Record)-[:MENTIONS]->(b:Entity) WHERE a.name < b.name RETURN a.name, b.name, count(r) AS together ORDER BY together DESC

MATCH (e:Entity) RETURN CASE e.type WHEN 'problem' THEN 'bad' ELSE 'fine' END AS sort, count(*) AS n

MATCH (e:Entity) RETURN CASE WHEN e.name = 'api' THEN 1 WHEN e.name = 'auth' THEN 2 END AS place

MATCH (r:Record) RETURN coalesce(r.decision, r.problem, r.change, r.title) AS said

MATCH (r:Record) RETURN toUpper(left(r.title, 5)) AS start, size(r.title) * 2 + 1 AS n LIMIT 4

MATCH (r:Record) RETURN min(r.valid_from) AS first, max(r.valid_from) AS last

MATCH (r:Record) RETURN count(r) AS n, avg(size(r.title)) AS length, sum(1) AS total

MATCH (e:Entity) WITH count(e) AS entities MATCH (r:Record) RETURN entities, count(r) AS records

MATCH (e:Entity) WITH e ORDER BY e.name LIMIT 1 MATCH (r:Record)-[:MENTIONS]->(e) RETURN e.name, r.title

UNWIND ['api', 'redis'] AS name MATCH (e:Entity {name: name}) RETURN name, e.type

WITH 'redis' AS wanted MATCH (e:Entity {name: wanted}) RETURN e.name

RETURN 1 AS one

MATCH (e:Problem) RETURN e.name AS name UNION MATCH (e:Solution) RETURN e.name AS name

MATCH (e:Entity) RETURN e.name AS name UNION ALL MATCH (r:Record) RETURN r.title AS name

MATCH (e:Entity) RETURN e.name SKIP 1 LIMIT 2;

match (e:Entity) where e.name = 'api' return e.name as name // the one that is asked for

/* dependents of redis */ MATCH (x:Entity)-[:DEPENDS_ON]->(:Entity {name: 'redis'})
WHERE x.name <> 'it\'s "quoted"'
RETURN x.name;

MATCH (e:Entity WHERE e.name STARTS WITH 'a') RETURN e.name

MATCH (e:Entity) RETURN e.name, e.type = 'problem' AS is_problem, -1 AS minus, 3 / 2.5 AS ratio, 7 % 3 AS rest

MATCH (a:Entity)-[r:DEPENDS_ON]->(b:Entity) WHERE startNode(r).name = 'api' RETURN endNode(r).name, r

MATCH (r:Record) WITH r.title AS title, r.kind AS kind RETURN kind, [t IN collect(title) WHERE t CONTAINS 'api' | toLower(t)] AS titles

MATCH (r:Record) WHERE r.text CONTAINS 'MATCH (n) DETACH DELETE n' OR r.title = '名 naïve 😀 — “x”' RETURN count(r)

MATCH (r:Record) RETURN {title: r.title, by: r.author} AS told LIMIT 2

### Statements that the guard must refuse. `### proof: title`, then the statement as it is. What each does without the guard is shown by a test:
### `writes` changes the graph, `leaks` tells of another workspace, `runs` is run by the server in spite of all, `plans` is at least planned by it
### (what would take the server down, or cannot be rolled back). OTHER is the name of the other workspace, MARK a word that only it holds.

### writes: create, plain
CREATE (n:Entity {id: 'evil'})

### writes: create, mixed case
CrEaTe (n:Entity {id: 'evil'})

### writes: create, comments
// only reads
/* RETURN */ CREATE /* harmless */ (n:Entity {id: 'evil'})

### writes: create, in a subquery
CALL () { CREATE (n:Entity {id: 'evil'}) } RETURN 1 AS one

### writes: create, with options
CYPHER runtime=slotted CREATE (n:Entity {id: 'evil'})

### writes: create, unicode blanks
CREATE (n:Entity {id: 'evil'})

### writes: create, in a union
RETURN 1 AS one UNION CALL () { CREATE (n:Entity {id: 'evil'}) } RETURN 2 AS one

### writes: merge, plain
MERGE (n:Entity {id: 'evil'})

### writes: merge, returns
MERGE (n:Entity {id: 'evil'}) RETURN 1 AS one

### writes: merge, comments
// only reads
/* RETURN */ MERGE /* harmless */ (n:Entity {id: 'evil'})

### writes: merge, profiled
PROFILE MERGE (n:Entity {id: 'evil'})

### writes: merge, after a read
MATCH (q:Entity) WITH q LIMIT 1 CALL (q) { MERGE (n:Entity {id: 'evil'}) RETURN 1 AS two } RETURN q.name AS name

### writes: set a property, plain
MATCH (n:Record) WITH n LIMIT 1 SET n.title = 'evil'

### writes: set a property, mixed case
MaTcH (n:Record) WiTh n LiMiT 1 SeT n.title = 'evil'

### writes: set a property, comments
// only reads
MATCH (n:Record) WITH n LIMIT 1 /* RETURN */ SET /* harmless */ n.title = 'evil'

### writes: set a property, in a subquery
CALL () { MATCH (n:Record) WITH n LIMIT 1 SET n.title = 'evil' } RETURN 1 AS one

### writes: set a property, with options
CYPHER runtime=slotted MATCH (n:Record) WITH n LIMIT 1 SET n.title = 'evil'

### writes: set a property, escaped keyword
MATCH (n:Record) WITH n LIMIT 1 \u0053ET n.title = 'evil'

### writes: set a property, unicode blanks
MATCH (n:Record) WITH n LIMIT 1 SET n.title = 'evil'

### writes: set a property, in a union
RETURN 1 AS one UNION CALL () { MATCH (n:Record) WITH n LIMIT 1 SET n.title = 'evil' } RETURN 2 AS one

### writes: set a label, plain
MATCH (n:Record) WITH n LIMIT 1 SET n:Evil

### writes: set a label, returns
MATCH (n:Record) WITH n LIMIT 1 SET n:Evil RETURN 1 AS one

### writes: set a label, comments
// only reads
MATCH (n:Record) WITH n LIMIT 1 /* RETURN */ SET /* harmless */ n:Evil

### writes: set a label, profiled
PROFILE MATCH (n:Record) WITH n LIMIT 1 SET n:Evil

### writes: set a label, escaped keyword
MATCH (n:Record) WITH n LIMIT 1 \u0053ET n:Evil

### writes: set a label, after a read
MATCH (q:Entity) WITH q LIMIT 1 CALL (q) { MATCH (n:Record) WITH n LIMIT 1 SET n:Evil RETURN 1 AS two } RETURN q.name AS name

### writes: replace properties, plain
MATCH (n:Record) WITH n LIMIT 1 SET n = {id: n.id}

### writes: replace properties, mixed case
MaTcH (n:Record) WiTh n LiMiT 1 SeT n = {id: n.id}

### writes: replace properties, comments
// only reads
MATCH (n:Record) WITH n LIMIT 1 /* RETURN */ SET /* harmless */ n = {id: n.id}

### writes: replace properties, in a subquery
CALL () { MATCH (n:Record) WITH n LIMIT 1 SET n = {id: n.id} } RETURN 1 AS one

### writes: replace properties, with options
CYPHER runtime=slotted MATCH (n:Record) WITH n LIMIT 1 SET n = {id: n.id}

### writes: replace properties, escaped keyword
MATCH (n:Record) WITH n LIMIT 1 \u0053ET n = {id: n.id}

### writes: replace properties, unicode blanks
MATCH (n:Record) WITH n LIMIT 1 SET n = {id: n.id}

### writes: replace properties, in a union
RETURN 1 AS one UNION CALL () { MATCH (n:Record) WITH n LIMIT 1 SET n = {id: n.id} } RETURN 2 AS one

### writes: add properties, plain
MATCH (n:Record) WITH n LIMIT 1 SET n += {evil: true}

### writes: add properties, returns
MATCH (n:Record) WITH n LIMIT 1 SET n += {evil: true} RETURN 1 AS one

### writes: add properties, comments
// only reads
MATCH (n:Record) WITH n LIMIT 1 /* RETURN */ SET /* harmless */ n += {evil: true}

### writes: add properties, profiled
PROFILE MATCH (n:Record) WITH n LIMIT 1 SET n += {evil: true}

### writes: add properties, escaped keyword
MATCH (n:Record) WITH n LIMIT 1 \u0053ET n += {evil: true}

### writes: add properties, after a read
MATCH (q:Entity) WITH q LIMIT 1 CALL (q) { MATCH (n:Record) WITH n LIMIT 1 SET n += {evil: true} RETURN 1 AS two } RETURN q.name AS name

### writes: remove a property, plain
MATCH (n:Record) WITH n LIMIT 1 REMOVE n.title

### writes: remove a property, mixed case
MaTcH (n:Record) WiTh n LiMiT 1 ReMoVe n.title

### writes: remove a property, comments
// only reads
MATCH (n:Record) WITH n LIMIT 1 /* RETURN */ REMOVE /* harmless */ n.title

### writes: remove a property, in a subquery
CALL () { MATCH (n:Record) WITH n LIMIT 1 REMOVE n.title } RETURN 1 AS one

### writes: remove a property, with options
CYPHER runtime=slotted MATCH (n:Record) WITH n LIMIT 1 REMOVE n.title

### writes: remove a property, escaped keyword
MATCH (n:Record) WITH n LIMIT 1 \u0052EMOVE n.title

### writes: remove a property, unicode blanks
MATCH (n:Record) WITH n LIMIT 1 REMOVE n.title

### writes: remove a property, in a union
RETURN 1 AS one UNION CALL () { MATCH (n:Record) WITH n LIMIT 1 REMOVE n.title } RETURN 2 AS one

### writes: remove a label, plain
MATCH (n:Record) WITH n LIMIT 1 REMOVE n:Record

### writes: remove a label, returns
MATCH (n:Record) WITH n LIMIT 1 REMOVE n:Record RETURN 1 AS one

### writes: remove a label, comments
// only reads
MATCH (n:Record) WITH n LIMIT 1 /* RETURN */ REMOVE /* harmless */ n:Record

### writes: remove a label, profiled
PROFILE MATCH (n:Record) WITH n LIMIT 1 REMOVE n:Record

### writes: remove a label, escaped keyword
MATCH (n:Record) WITH n LIMIT 1 \u0052EMOVE n:Record

### writes: remove a label, after a read
MATCH (q:Entity) WITH q LIMIT 1 CALL (q) { MATCH (n:Record) WITH n LIMIT 1 REMOVE n:Record RETURN 1 AS two } RETURN q.name AS name

### writes: detach delete, plain
MATCH (n:Record) WITH n LIMIT 1 DETACH DELETE n

### writes: detach delete, mixed case
MaTcH (n:Record) WiTh n LiMiT 1 DeTaCh DeLeTe n

### writes: detach delete, comments
// only reads
MATCH (n:Record) WITH n LIMIT 1 DETACH /* RETURN */ DELETE /* harmless */ n

### writes: detach delete, in a subquery
CALL () { MATCH (n:Record) WITH n LIMIT 1 DETACH DELETE n } RETURN 1 AS one

### writes: detach delete, with options
CYPHER runtime=slotted MATCH (n:Record) WITH n LIMIT 1 DETACH DELETE n

### writes: detach delete, escaped keyword
MATCH (n:Record) WITH n LIMIT 1 DETACH \u0044ELETE n

### writes: detach delete, unicode blanks
MATCH (n:Record) WITH n LIMIT 1 DETACH DELETE n

### writes: detach delete, in a union
RETURN 1 AS one UNION CALL () { MATCH (n:Record) WITH n LIMIT 1 DETACH DELETE n } RETURN 2 AS one

### writes: delete a link, plain
MATCH ()-[r:DEPENDS_ON]->() WITH r LIMIT 1 DELETE r

### writes: delete a link, returns
MATCH ()-[r:DEPENDS_ON]->() WITH r LIMIT 1 DELETE r RETURN 1 AS one

### writes: delete a link, comments
// only reads
MATCH ()-[r:DEPENDS_ON]->() WITH r LIMIT 1 /* RETURN */ DELETE /* harmless */ r

### writes: delete a link, profiled
PROFILE MATCH ()-[r:DEPENDS_ON]->() WITH r LIMIT 1 DELETE r

### writes: delete a link, escaped keyword
MATCH ()-[r:DEPENDS_ON]->() WITH r LIMIT 1 \u0044ELETE r

### writes: delete a link, after a read
MATCH (q:Entity) WITH q LIMIT 1 CALL (q) { MATCH ()-[r:DEPENDS_ON]->() WITH r LIMIT 1 DELETE r RETURN 1 AS two } RETURN q.name AS name

### writes: insert, plain
INSERT (n:Entity {id: 'evil'})

### writes: insert, mixed case
InSeRt (n:Entity {id: 'evil'})

### writes: insert, comments
// only reads
/* RETURN */ INSERT /* harmless */ (n:Entity {id: 'evil'})

### writes: insert, in a subquery
CALL () { INSERT (n:Entity {id: 'evil'}) } RETURN 1 AS one

### writes: insert, with options
CYPHER runtime=slotted INSERT (n:Entity {id: 'evil'})

### writes: insert, unicode blanks
INSERT (n:Entity {id: 'evil'})

### writes: insert, in a union
RETURN 1 AS one UNION CALL () { INSERT (n:Entity {id: 'evil'}) } RETURN 2 AS one

### writes: foreach, plain
FOREACH (x IN [1, 2] | CREATE (:Entity {id: 'evil' + x}))

### writes: foreach, returns
FOREACH (x IN [1, 2] | CREATE (:Entity {id: 'evil' + x})) RETURN 1 AS one

### writes: foreach, comments
// only reads
/* RETURN */ FOREACH /* harmless */ (x IN [1, 2] | /* RETURN */ CREATE /* harmless */ (:Entity {id: 'evil' + x}))

### writes: foreach, profiled
PROFILE FOREACH (x IN [1, 2] | CREATE (:Entity {id: 'evil' + x}))

### writes: foreach, after a read
MATCH (q:Entity) WITH q LIMIT 1 CALL (q) { FOREACH (x IN [1, 2] | CREATE (:Entity {id: 'evil' + x})) RETURN 1 AS two } RETURN q.name AS name

### writes: create a link, plain
MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity) WITH a, b LIMIT 1 CREATE (a)-[:DEPENDS_ON {id: 'evil'}]->(b)

### writes: create a link, mixed case
MaTcH (a:Entity)-[:DEPENDS_ON]->(b:Entity) WiTh a, b LiMiT 1 CrEaTe (a)-[:DEPENDS_ON {id: 'evil'}]->(b)

### writes: create a link, comments
// only reads
MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity) WITH a, b LIMIT 1 /* RETURN */ CREATE /* harmless */ (a)-[:DEPENDS_ON {id: 'evil'}]->(b)

### writes: create a link, in a subquery
CALL () { MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity) WITH a, b LIMIT 1 CREATE (a)-[:DEPENDS_ON {id: 'evil'}]->(b) } RETURN 1 AS one

### writes: create a link, with options
CYPHER runtime=slotted MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity) WITH a, b LIMIT 1 CREATE (a)-[:DEPENDS_ON {id: 'evil'}]->(b)

### writes: create a link, escaped keyword
MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity) WITH a, b LIMIT 1 \u0043REATE (a)-[:DEPENDS_ON {id: 'evil'}]->(b)

### writes: create a link, unicode blanks
MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity) WITH a, b LIMIT 1 CREATE (a)-[:DEPENDS_ON {id: 'evil'}]->(b)

### writes: create a link, in a union
RETURN 1 AS one UNION CALL () { MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity) WITH a, b LIMIT 1 CREATE (a)-[:DEPENDS_ON {id: 'evil'}]->(b) } RETURN 2 AS one

### plans: LOAD CSV FROM 'file:///etc/passwd'
LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line

### plans: LOAD CSV WITH HEADERS
LOAD CSV WITH HEADERS FROM 'http://127.0.0.1:9/x.csv' AS line RETURN line

### plans: load /* a */
load /* a */ csv FROM 'http://127.0.0.1:9/' AS line FIELDTERMINATOR ';' RETURN line

### plans: MATCH (n:Entity) WITH n
MATCH (n:Entity) WITH n LIMIT 1 LOAD CSV FROM 'http://127.0.0.1:9/' + n.name AS line RETURN line

### plans: CALL () { LOAD
CALL () { LOAD CSV FROM 'http://127.0.0.1:9/' AS line RETURN line } RETURN line

### plans: MATCH (n:Entity) WHERE EXISTS
MATCH (n:Entity) WHERE EXISTS { LOAD CSV FROM 'http://127.0.0.1:9/' AS line RETURN line } RETURN n.name

### plans: MATCH (n:Entity) RETURN COLLECT
MATCH (n:Entity) RETURN COLLECT { LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line[0] } AS lines

### plans: MATCH (n:Entity) RETURN COUNT
MATCH (n:Entity) RETURN COUNT { LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line } AS lines

### runs: CALL db.labels()
CALL db.labels()

### runs: CALL db.labels
CALL db.labels

### runs: CALL /* x */
CALL /* x */ db.labels()

### runs: call db.propertyKeys() YIELD propertyKey
call db.propertyKeys() YIELD propertyKey RETURN propertyKey

### runs: CALL db.relationshipTypes()
CALL db.relationshipTypes()

### runs: CALL dbms.listConfig() YIELD name,
CALL dbms.listConfig() YIELD name, value RETURN name, value

### runs: CALL dbms.listConfig('password')
CALL dbms.listConfig('password')

### runs: CALL dbms.components()
CALL dbms.components()

### runs: CALL dbms.info()
CALL dbms.info()

### runs: CALL dbms.showCurrentUser()
CALL dbms.showCurrentUser()

### plans: CALL dbms.killConnection('nobody')
CALL dbms.killConnection('nobody')

### plans: CALL dbms.killConnections(['nobody'])
CALL dbms.killConnections(['nobody'])

### runs: CALL dbms.listConnections()
CALL dbms.listConnections()

### runs: CALL db.info()
CALL db.info()

### runs: CALL db.ping()
CALL db.ping()

### runs: CALL db.schema.visualization()
CALL db.schema.visualization()

### runs: CALL db.schema.nodeTypeProperties()
CALL db.schema.nodeTypeProperties()

### runs: CALL db.schema.relTypeProperties()
CALL db.schema.relTypeProperties()

### plans: CALL db.clearQueryCaches()
CALL db.clearQueryCaches()

### plans: CALL db.createLabel('Evil')
CALL db.createLabel('Evil')

### plans: CALL db.createProperty('evil')
CALL db.createProperty('evil')

### plans: CALL db.createRelationshipType('EVIL')
CALL db.createRelationshipType('EVIL')

### plans: CALL db.awaitIndexes(1)
CALL db.awaitIndexes(1)

### runs: CALL db.index.fulltext.queryNodes('searchable', 'MARK') YIELD
CALL db.index.fulltext.queryNodes('searchable', 'MARK') YIELD node RETURN node.text AS text

### leaks: CALL db.index.fulltext.queryNodes('names', 'MARK') YIELD
CALL db.index.fulltext.queryNodes('names', 'MARK') YIELD node RETURN node.name AS name

### runs: CALL db.index.fulltext.listAvailableAnalyzers()
CALL db.index.fulltext.listAvailableAnalyzers()

### runs: CALL tx.setMetaData({a: 'b'})
CALL tx.setMetaData({a: 'b'})

### runs: CALL tx.getMetaData()
CALL tx.getMetaData()

### runs: CALL gds.list()
CALL gds.list()

### runs: CALL gds.graph.list()
CALL gds.graph.list()

### runs: CALL gds.graph.drop('nothing', false)
CALL gds.graph.drop('nothing', false)

### plans: CALL gds.graph.project('evil', '*', '*')
CALL gds.graph.project('evil', '*', '*')

### runs: CALL gds.debug.sysInfo()
CALL gds.debug.sysInfo()

### runs: CALL gds.listProgress()
CALL gds.listProgress()

### runs: OPTIONAL CALL db.labels() YIELD
OPTIONAL CALL db.labels() YIELD label RETURN label

### leaks: MATCH (n:Entity) WITH n
MATCH (n:Entity) WITH n LIMIT 1 CALL db.labels() YIELD label RETURN n.name, label

### runs: RETURN 1 AS one
RETURN 1 AS one UNION CALL db.labels() YIELD label RETURN label AS one

### runs: MATCH (n:Entity) RETURN COLLECT
MATCH (n:Entity) RETURN COLLECT { CALL db.labels() YIELD label RETURN label } AS labels

### leaks: MATCH (n:Entity) WHERE EXISTS
MATCH (n:Entity) WHERE EXISTS { CALL dbms.listConfig() YIELD name RETURN name } RETURN n.name

### runs: MATCH (n:Record) WITH n
MATCH (n:Record) WITH n LIMIT 1 CALL db.create.setNodeVectorProperty(n, 'vector_a', [0.5]) RETURN 1 AS one

### runs: SHOW USERS
SHOW USERS

### runs: SHOW CURRENT USER
SHOW CURRENT USER

### runs: show /* x */
show /* x */ users

### runs: SHOW SETTINGS
SHOW SETTINGS

### runs: SHOW SETTINGS YIELD name,
SHOW SETTINGS YIELD name, value WHERE name CONTAINS 'auth' RETURN name, value

### runs: SHOW TRANSACTIONS
SHOW TRANSACTIONS

### runs: SHOW TRANSACTIONS YIELD currentQuery
SHOW TRANSACTIONS YIELD currentQuery RETURN currentQuery

### runs: SHOW DATABASES
SHOW DATABASES

### runs: SHOW DEFAULT DATABASE
SHOW DEFAULT DATABASE

### runs: SHOW PROCEDURES
SHOW PROCEDURES

### runs: SHOW FUNCTIONS
SHOW FUNCTIONS

### runs: SHOW INDEXES
SHOW INDEXES

### runs: SHOW CONSTRAINTS
SHOW CONSTRAINTS

### runs: SHOW FULLTEXT INDEXES YIELD
SHOW FULLTEXT INDEXES YIELD name, options RETURN name, options

### plans: TERMINATE TRANSACTION 'neo4j-transaction-0'
TERMINATE TRANSACTION 'neo4j-transaction-0'

### plans: TERMINATE TRANSACTIONS 'neo4j-transaction-0', 'neo4j-transaction-1'
TERMINATE TRANSACTIONS 'neo4j-transaction-0', 'neo4j-transaction-1'

### plans: SHOW TRANSACTIONS YIELD transactionId
SHOW TRANSACTIONS YIELD transactionId AS id TERMINATE TRANSACTIONS id YIELD message RETURN message

### leaks: USE neo4j MATCH (n:Entity)
USE neo4j MATCH (n:Entity) RETURN n.name

### leaks: CALL () { USE
CALL () { USE neo4j MATCH (n:Entity) RETURN n.name AS name } RETURN name

### plans: CREATE INDEX evil IF
CREATE INDEX evil IF NOT EXISTS FOR (n:Evil) ON (n.a)

### plans: CREATE FULLTEXT INDEX evil
CREATE FULLTEXT INDEX evil IF NOT EXISTS FOR (n:Evil) ON EACH [n.a]

### plans: CREATE CONSTRAINT evil IF
CREATE CONSTRAINT evil IF NOT EXISTS FOR (n:Evil) REQUIRE n.a IS UNIQUE

### plans: DROP INDEX searchable IF
DROP INDEX searchable IF EXISTS

### plans: DROP CONSTRAINT record_id IF
DROP CONSTRAINT record_id IF EXISTS

### plans: CREATE USER evil SET
CREATE USER evil SET PASSWORD 'long enough 1'

### plans: ALTER USER neo4j SET
ALTER USER neo4j SET PASSWORD 'long enough 1'

### plans: ALTER CURRENT USER SET
ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'long enough 1'

### plans: DROP USER nobody IF
DROP USER nobody IF EXISTS

### plans: RENAME USER nobody TO
RENAME USER nobody TO somebody

### runs: EXPLAIN MATCH (n:Entity) RETURN
EXPLAIN MATCH (n:Entity) RETURN n.name

### leaks: PROFILE MATCH (n:Entity) RETURN
PROFILE MATCH (n:Entity) RETURN n.name

### leaks: CYPHER 5 MATCH (n:Entity)
CYPHER 5 MATCH (n:Entity) RETURN n.name

### leaks: CYPHER planner=dp MATCH (n:Entity)
CYPHER planner=dp MATCH (n:Entity) RETURN n.name

### plans: MATCH (n:Entity) CALL (n)
MATCH (n:Entity) CALL (n) { SET n.evil = true } IN TRANSACTIONS OF 10 ROWS RETURN count(*)

### plans: MATCH (n:Entity) CALL (n)
MATCH (n:Entity) CALL (n) { DETACH DELETE n } IN 2 CONCURRENT TRANSACTIONS RETURN count(*)

### leaks: MATCH (n:Entity) WHERE n.workspace
MATCH (n:Entity) WHERE n.workspace = 'OTHER' RETURN n.name

### leaks: MATCH (n:Entity {workspace: 'OTHER'})
MATCH (n:Entity {workspace: 'OTHER'}) RETURN n.name

### leaks: MATCH (n:Record) WHERE n.workspace
MATCH (n:Record) WHERE n.workspace <> 'mine' RETURN n.title, n.text

### leaks: MATCH (n:Record) RETURN n.workspace,
MATCH (n:Record) RETURN n.workspace, n.title

### leaks: MATCH (n:Record) WHERE n['workspace']
MATCH (n:Record) WHERE n['workspace'] = 'OTHER' RETURN n.title

### leaks: MATCH (n:Record) WHERE n['work'
MATCH (n:Record) WHERE n['work' + 'space'] = 'OTHER' RETURN n['title']

### leaks: MATCH (n:Record) WITH n,
MATCH (n:Record) WITH n, n.workspace AS w WHERE w = 'OTHER' RETURN n.title

### leaks: MATCH (n:Record) RETURN n
MATCH (n:Record) RETURN n {.workspace, .title}

### leaks: MATCH (n:Record) RETURN n
MATCH (n:Record) RETURN n {.*}

### leaks: MATCH (n:Record) RETURN properties(n)
MATCH (n:Record) RETURN properties(n)

### leaks: MATCH (n:Record) RETURN [k
MATCH (n:Record) RETURN [k IN keys(n) | n[k]] AS everything

### leaks: MATCH (n:Record) UNWIND keys(n)
MATCH (n:Record) UNWIND keys(n) AS k RETURN n[k]

### leaks: MATCH (n:Record) RETURN n.`title`,
MATCH (n:Record) RETURN n.`title`, n.`workspace`

### leaks: MATCH (`n`:`Record`) WHERE `n`.`workspace`
MATCH (`n`:`Record`) WHERE `n`.`workspace` = 'OTHER' RETURN `n`.`title`

### leaks: MATCH (n:`Record` {`workspace`: 'OTHER'})
MATCH (n:`Record` {`workspace`: 'OTHER'}) RETURN n.title

### leaks: MATCH (n:`Wo\u0072kspace`) RETURN n.id
MATCH (n:`Wo\u0072kspace`) RETURN n.id

### leaks: MATCH (n:Entity) WHERE n.name
MATCH (n:Entity) WHERE n.name = 'a\u0027 OR n.workspace = \u0027OTHER' RETURN n.name

### leaks: MATCH (n:Entity) WHERE n.work\u0073pace
MATCH (n:Entity) WHERE n.work\u0073pace = 'OTHER' RETURN n.name

### leaks: MATCH (a)–[r:DEPENDS_ON]–＞(b) RETURN a.name,
MATCH (a)–[r:DEPENDS_ON]–＞(b) RETURN a.name, b.name

### leaks: MATCH (a)—[r]—(b) RETURN a.name,
MATCH (a)—[r]—(b) RETURN a.name, b.name

### leaks: MATCH (n:Workspace) RETURN n.id
MATCH (n:Workspace) RETURN n.id

### runs: MATCH (n:Workspace) RETURN n.secret
MATCH (n:Workspace) RETURN n.secret

### leaks: MATCH (n:Workspace) RETURN n
MATCH (n:Workspace) RETURN n

### runs: MATCH (n:Token) RETURN n.digest
MATCH (n:Token) RETURN n.digest

### runs: MATCH (n:Token) RETURN n
MATCH (n:Token) RETURN n

### leaks: MATCH (n:Entity|Token) RETURN n
MATCH (n:Entity|Token) RETURN n

### leaks: MATCH (n:!Entity) RETURN n.id
MATCH (n:!Entity) RETURN n.id

### leaks: MATCH (n:%) RETURN n.id
MATCH (n:%) RETURN n.id

### leaks: MATCH (n IS Record)
MATCH (n IS Record) RETURN n.title

### leaks: MATCH (n:$('Record')) RETURN n.title
MATCH (n:$('Record')) RETURN n.title

### leaks: MATCH (n:$all(['Record', 'Searchable'])) RETURN
MATCH (n:$all(['Record', 'Searchable'])) RETURN n.title

### leaks: MATCH (n:$any(['Token', 'Workspace'])) RETURN
MATCH (n:$any(['Token', 'Workspace'])) RETURN n.id

### leaks: WITH 'Workspace' AS l
WITH 'Workspace' AS l MATCH (n:$(l)) RETURN n.id

### runs: MATCH (n:Entity)-[r:$('DEPENDS_ON')]->(m) RETURN m.name
MATCH (n:Entity)-[r:$('DEPENDS_ON')]->(m) RETURN m.name

### runs: MATCH (n:Searchable) RETURN n.id
MATCH (n:Searchable) RETURN n.id

### leaks: MATCH (n:Request) RETURN n.receipt
MATCH (n:Request) RETURN n.receipt

### runs: MATCH (n:Request) RETURN n.body
MATCH (n:Request) RETURN n.body

### runs: MATCH (n:Tombstone) RETURN n.digest
MATCH (n:Tombstone) RETURN n.digest

### runs: MATCH (n:Act) RETURN n
MATCH (n:Act) RETURN n

### runs: MATCH (n:Embedding) RETURN n
MATCH (n:Embedding) RETURN n

### runs: MATCH (n:SchemaMigration) RETURN n.checksum
MATCH (n:SchemaMigration) RETURN n.checksum

### runs: MATCH (n:SchemaLock) RETURN n
MATCH (n:SchemaLock) RETURN n

### runs: MATCH (n:Card) RETURN n.text
MATCH (n:Card) RETURN n.text

### runs: MATCH (n:Term) RETURN n.key
MATCH (n:Term) RETURN n.key

### runs: MATCH (n:Merge) RETURN n
MATCH (n:Merge) RETURN n

### leaks: MATCH (n:Record) WHERE n:Searchable
MATCH (n:Record) WHERE n:Searchable RETURN n.title

### leaks: MATCH (n:Entity) WHERE EXISTS
MATCH (n:Entity) WHERE EXISTS { MATCH (x:Workspace) } RETURN n.name

### runs: MATCH (n:Entity) WHERE EXISTS
MATCH (n:Entity) WHERE EXISTS { MATCH (x:Token) WHERE x.digest STARTS WITH 'a' } RETURN n.name

### runs: MATCH (n:Entity) RETURN COUNT
MATCH (n:Entity) RETURN COUNT { MATCH (x:Workspace) } AS workspaces

### runs: MATCH (n:Entity) RETURN COUNT
MATCH (n:Entity) RETURN COUNT { (x:Record) } AS records

### runs: MATCH (n:Entity) RETURN COUNT
MATCH (n:Entity) RETURN COUNT { MATCH (x) RETURN DISTINCT x.workspace } AS workspaces

### leaks: MATCH (n:Entity) RETURN COLLECT
MATCH (n:Entity) RETURN COLLECT { MATCH (x:Record) RETURN x.title } AS titles

### leaks: MATCH (n:Entity) RETURN COLLECT
MATCH (n:Entity) RETURN COLLECT { MATCH (x:Workspace) RETURN x.id } AS ids

### leaks: CALL () { MATCH
CALL () { MATCH (x:Record) RETURN x.title AS title } RETURN title

### leaks: CALL { MATCH (x:Record)
CALL { MATCH (x:Record) RETURN x.title AS title } RETURN title

### leaks: MATCH (n:Entity) CALL (*)
MATCH (n:Entity) CALL (*) { MATCH (x:Record) RETURN x.title AS title } RETURN title

### leaks: MATCH (n:Entity) RETURN [(n)--(m)
MATCH (n:Entity) RETURN [(n)--(m) | m.title] AS titles

### leaks: MATCH (n:Entity) RETURN [p
MATCH (n:Entity) RETURN [p = (n)-[*1..2]-(m) | m.title] AS titles

### leaks: MATCH (n:Entity) RETURN [(x:Record)
MATCH (n:Entity) RETURN [(x:Record) --> (y) | x.title] AS titles

### runs: MATCH (n:Record) RETURN n.vector_a
MATCH (n:Record) RETURN n.vector_a

### runs: MATCH (n:Record) RETURN n.vector_b
MATCH (n:Record) RETURN n.vector_b

### leaks: MATCH (n:Record) RETURN n.lexical
MATCH (n:Record) RETURN n.lexical

### runs: MATCH (n:Record) RETURN n.scope
MATCH (n:Record) RETURN n.scope

### runs: MATCH (n:Record) RETURN n
MATCH (n:Record) RETURN n {.vector_a}

### runs: MATCH (n:Record) RETURN n
MATCH (n:Record) RETURN n {v: n.vector_a}

### runs: MATCH (n:Record) RETURN max(n.vector_a)
MATCH (n:Record) RETURN max(n.vector_a)

### leaks: MATCH (n:Record) RETURN n.title
MATCH (n:Record) RETURN n.title ORDER BY n.lexical

### runs: MATCH (n:Record) WHERE n.digest
MATCH (n:Record) WHERE n.digest STARTS WITH 'a' RETURN n.title

### runs: MATCH (n:Record {digest: 'a'})
MATCH (n:Record {digest: 'a'}) RETURN n.title

### runs: MATCH (n:Entity)-[r:DEPENDS_ON]->(m) RETURN r.vector_a
MATCH (n:Entity)-[r:DEPENDS_ON]->(m) RETURN r.vector_a

### leaks: MATCH (n:Entity)-[r:DEPENDS_ON]->(m) RETURN startNode(r).workspace
MATCH (n:Entity)-[r:DEPENDS_ON]->(m) RETURN startNode(r).workspace

### runs: MATCH (n:Entity)-[r:DEPENDS_ON {workspace: 'OTHER'}]->(m)
MATCH (n:Entity)-[r:DEPENDS_ON {workspace: 'OTHER'}]->(m) RETURN m.name

### leaks: MATCH (n:Entity) MATCH (n)--(m)
MATCH (n:Entity) MATCH (n)--(m) RETURN n {m}

### leaks: MATCH (n:Entity) MATCH (n)--(m)
MATCH (n:Entity) MATCH (n)--(m) RETURN n {.name, m}

### leaks: MATCH (n:Entity) RETURN *
MATCH (n:Entity) RETURN *

### leaks: MATCH (n:Entity) WITH *
MATCH (n:Entity) WITH * RETURN n.name

### leaks: MATCH (n:Entity) WHERE elementId(n)
MATCH (n:Entity) WHERE elementId(n) STARTS WITH '4:' RETURN n.name

### leaks: MATCH (n:Entity) WHERE id(n)
MATCH (n:Entity) WHERE id(n) >= 0 RETURN n.name

### runs: RETURN gds.util.asNode(0) AS node
RETURN gds.util.asNode(0) AS node

### plans: RETURN [i IN range(0,
RETURN [i IN range(0, 1000) | gds.util.asNode(i)] AS nodes

### runs: RETURN gds.version() AS version
RETURN gds.version() AS version

### plans: MATCH (a:Entity)-[r]->(b:Entity) RETURN gds.graph.project('evil',
MATCH (a:Entity)-[r]->(b:Entity) RETURN gds.graph.project('evil', a, b) AS graph

### runs: RETURN file() AS file
RETURN file() AS file

### plans: MATCH (n)-[*]-(m) RETURN count(*)
MATCH (n)-[*]-(m) RETURN count(*)

### runs: MATCH (n:Entity)-[:DEPENDS_ON*]->(m:Entity) RETURN m.name
MATCH (n:Entity)-[:DEPENDS_ON*]->(m:Entity) RETURN m.name

### runs: MATCH (n:Entity)-[:DEPENDS_ON*1..]->(m:Entity) RETURN m.name
MATCH (n:Entity)-[:DEPENDS_ON*1..]->(m:Entity) RETURN m.name

### plans: MATCH (n:Entity)-[:DEPENDS_ON*..30]->(m:Entity) RETURN m.name
MATCH (n:Entity)-[:DEPENDS_ON*..30]->(m:Entity) RETURN m.name

### runs: MATCH (n:Entity)-[:DEPENDS_ON*5]->(m:Entity) RETURN m.name
MATCH (n:Entity)-[:DEPENDS_ON*5]->(m:Entity) RETURN m.name

### runs: MATCH (n:Entity)-[*1..3]->(m:Entity) RETURN m.name
MATCH (n:Entity)-[*1..3]->(m:Entity) RETURN m.name

### leaks: MATCH (n:Entity)-[:MENTIONS*1..3]-(m:Entity) RETURN m.name
MATCH (n:Entity)-[:MENTIONS*1..3]-(m:Entity) RETURN m.name

### runs: MATCH (n:Entity)-[:DEPENDS_ON*1..4]->(m:Entity)-[:DEPENDS_ON*1..4]->(o:Entity) RETURN o.name
MATCH (n:Entity)-[:DEPENDS_ON*1..4]->(m:Entity)-[:DEPENDS_ON*1..4]->(o:Entity) RETURN o.name

### leaks: MATCH (n:Entity) WHERE (n)-[:DEPENDS_ON*]->(:Entity)
MATCH (n:Entity) WHERE (n)-[:DEPENDS_ON*]->(:Entity) RETURN n.name

### leaks: MATCH (n:Entity) WHERE EXISTS
MATCH (n:Entity) WHERE EXISTS { (n)-[:DEPENDS_ON*1..20]->(m) } RETURN n.name

### plans: MATCH ((a:Entity)-[:DEPENDS_ON]->(b:Entity))+ RETURN count(*)
MATCH ((a:Entity)-[:DEPENDS_ON]->(b:Entity))+ RETURN count(*)

### plans: MATCH ((a:Entity)-[:DEPENDS_ON]->(b:Entity)){1,9} RETURN count(*)
MATCH ((a:Entity)-[:DEPENDS_ON]->(b:Entity)){1,9} RETURN count(*)

### plans: MATCH (a:Entity)-[:DEPENDS_ON]->+(b:Entity) RETURN b.name
MATCH (a:Entity)-[:DEPENDS_ON]->+(b:Entity) RETURN b.name

### plans: MATCH (a:Entity)-[:DEPENDS_ON]->{2,}(b:Entity) RETURN b.name
MATCH (a:Entity)-[:DEPENDS_ON]->{2,}(b:Entity) RETURN b.name

### plans: MATCH (a:Entity)--*(b) RETURN count(*)
MATCH (a:Entity)--*(b) RETURN count(*)

### plans: MATCH p = shortestPath((a:Entity
MATCH p = shortestPath((a:Entity {name: 'api'})-[*]-(b:Entity {name: 'redis'})) RETURN p

### plans: MATCH p = allShortestPaths((a:Entity
MATCH p = allShortestPaths((a:Entity {name: 'api'})-[*..30]-(b:Entity {name: 'redis'})) RETURN p

### plans: MATCH p = SHORTEST
MATCH p = SHORTEST 1 (a:Entity)-[:DEPENDS_ON]->+(b:Entity) RETURN p

### plans: MATCH p = ANY
MATCH p = ANY SHORTEST (a:Entity)--+(b:Entity) RETURN p

### plans: MATCH p = ALL
MATCH p = ALL SHORTEST (a:Entity)--+(b:Entity) RETURN count(p)

### plans: MATCH (a)--(b)--(c)--(d) RETURN count(*)
MATCH (a)--(b)--(c)--(d) RETURN count(*)

### plans: MATCH (a:Entity)-[:MENTIONS]-(b)-[:MENTIONS]-(c)-[:MENTIONS]-(d)-[:MENTIONS]-(e)-[:MENTIONS]-(f)-[:MENTIONS]-(g)-[:MENTIONS]-(h) RETURN count(*)
MATCH (a:Entity)-[:MENTIONS]-(b)-[:MENTIONS]-(c)-[:MENTIONS]-(d)-[:MENTIONS]-(e)-[:MENTIONS]-(f)-[:MENTIONS]-(g)-[:MENTIONS]-(h) RETURN count(*)

### plans: MATCH (a), (b), (c),
MATCH (a), (b), (c), (d) RETURN count(*)

### runs: MATCH (a:Entity), (b:Entity) RETURN
MATCH (a:Entity), (b:Entity) RETURN count(*)

### leaks: MATCH (a:Entity), (b:Record) RETURN
MATCH (a:Entity), (b:Record) RETURN a.name, b.title

### leaks: MATCH (a:Entity) MATCH (b:Entity)
MATCH (a:Entity) MATCH (b:Entity) RETURN a.name, b.name

### leaks: MATCH (a:Entity) OPTIONAL MATCH
MATCH (a:Entity) OPTIONAL MATCH (b:Record) RETURN a.name, b.title

### plans: MATCH (a:Entity) WITH a
MATCH (a:Entity) WITH a AS b MATCH (a:Entity) WITH b, a AS c MATCH (a:Entity) RETURN count(*)

### plans: MATCH (a:Entity) WITH collect(a)
MATCH (a:Entity) WITH collect(a) AS xs UNWIND xs AS x UNWIND xs AS y UNWIND xs AS z RETURN count(*)

### runs: UNWIND [1, 2, 3]
UNWIND [1, 2, 3] AS a UNWIND [1, 2, 3] AS b UNWIND [1, 2, 3] AS c UNWIND [1, 2, 3] AS d RETURN count(*)

### plans: UNWIND range(1, 1000000000) AS
UNWIND range(1, 1000000000) AS x RETURN count(x)

### plans: RETURN size(range(1, 1000000000)) AS
RETURN size(range(1, 1000000000)) AS n

### plans: MATCH (n:Entity) UNWIND range(1,
MATCH (n:Entity) UNWIND range(1, 100000) AS x RETURN n.name, x

### plans: RETURN reduce(s = 0,
RETURN reduce(s = 0, x IN range(1, 100000000) | s + x) AS n

### plans: RETURN all(x IN range(1,
RETURN all(x IN range(1, 100000000) WHERE x > 0) AS yes

### plans: RETURN any(x IN range(1,
RETURN any(x IN range(1, 100000000) WHERE x < 0) AS no

### plans: RETURN none(x IN range(1,
RETURN none(x IN range(1, 100000000) WHERE x < 0) AS yes

### plans: RETURN single(x IN range(1,
RETURN single(x IN range(1, 100000000) WHERE x = 1) AS yes

### plans: RETURN [x IN range(1,
RETURN [x IN range(1, 10000) | [y IN range(1, 10000) | x * y]] AS many

### runs: RETURN [x IN [1,
RETURN [x IN [1, 2, 3] | [y IN [1, 2, 3] | [z IN [1, 2, 3] | x + y + z]]] AS many

### plans: MATCH (n:Record) WHERE n.title
MATCH (n:Record) WHERE n.title =~ '(a+)+$' RETURN n.title

### plans: MATCH (n:Record) WHERE n.title
MATCH (n:Record) WHERE n.title =~ '.*' RETURN n.title

### runs: WITH 'aaaaaaaaaa' AS s
WITH 'aaaaaaaaaa' AS s WITH s + s + s + s AS s WITH s + s + s + s AS s WITH s + s + s + s AS s RETURN size(s)

### runs: RETURN replace(replace('aaaa', 'a', 'aaaaaaaaaa'),
RETURN replace(replace('aaaa', 'a', 'aaaaaaaaaa'), 'a', 'aaaaaaaaaa') AS s

### runs: RETURN 10 ^ 300
RETURN 10 ^ 300 AS n

### runs: RETURN 1e300 AS n
RETURN 1e300 AS n

### runs: RETURN 0x7fffffffffffffff AS n
RETURN 0x7fffffffffffffff AS n

### runs: RETURN true XOR false
RETURN true XOR false XOR true AS x

### runs: RETURN 'a' || 'b'
RETURN 'a' || 'b' AS s

### runs: RETURN rand() AS r
RETURN rand() AS r

### runs: RETURN randomUUID() AS u
RETURN randomUUID() AS u

### runs: RETURN datetime.realtime() AS t
RETURN datetime.realtime() AS t

### runs: RETURN point({x: 1, y:
RETURN point({x: 1, y: 2}) AS p

### runs: RETURN $workspace AS w
RETURN $workspace AS w

### runs: MATCH (n:Entity {name: $name})
MATCH (n:Entity {name: $name}) RETURN n.name

### runs: MATCH (n:Entity) USING INDEX
MATCH (n:Entity) USING INDEX n:Entity(id) WHERE n.id = 'x' RETURN n.name

### runs: MATCH (n:Entity) USING SCAN
MATCH (n:Entity) USING SCAN n:Entity WHERE n.id = 'x' RETURN n.name

### runs: MATCH (n:Entity) FINISH
MATCH (n:Entity) FINISH

### runs: RETURN 1 IS ::
RETURN 1 IS :: INTEGER AS yes

### runs: deep parentheses
RETURN ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) AS one

### runs: deep lists
RETURN [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] AS one

### runs: deep NOT
RETURN NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT true AS yes

### runs: deep functions
RETURN abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(abs(1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) AS one

### runs: deep CASE
RETURN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN CASE WHEN true THEN 1 END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END AS one

### leaks: deep conditions
MATCH (n:Entity) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE EXISTS { MATCH (n)--(m) WHERE true } } } } } } } } } } } } } } RETURN n.name

### runs: a long statement
MATCH (n:Record) WHERE n.title IN ['000000', '000001', '000002', '000003', '000004', '000005', '000006', '000007', '000008', '000009', '000010', '000011', '000012', '000013', '000014', '000015', '000016', '000017', '000018', '000019', '000020', '000021', '000022', '000023', '000024', '000025', '000026', '000027', '000028', '000029', '000030', '000031', '000032', '000033', '000034', '000035', '000036', '000037', '000038', '000039', '000040', '000041', '000042', '000043', '000044', '000045', '000046', '000047', '000048', '000049', '000050', '000051', '000052', '000053', '000054', '000055', '000056', '000057', '000058', '000059', '000060', '000061', '000062', '000063', '000064', '000065', '000066', '000067', '000068', '000069', '000070', '000071', '000072', '000073', '000074', '000075', '000076', '000077', '000078', '000079', '000080', '000081', '000082', '000083', '000084', '000085', '000086', '000087', '000088', '000089', '000090', '000091', '000092', '000093', '000094', '000095', '000096', '000097', '000098', '000099', '000100', '000101', '000102', '000103', '000104', '000105', '000106', '000107', '000108', '000109', '000110', '000111', '000112', '000113', '000114', '000115', '000116', '000117', '000118', '000119', '000120', '000121', '000122', '000123', '000124', '000125', '000126', '000127', '000128', '000129', '000130', '000131', '000132', '000133', '000134', '000135', '000136', '000137', '000138', '000139', '000140', '000141', '000142', '000143', '000144', '000145', '000146', '000147', '000148', '000149', '000150', '000151', '000152', '000153', '000154', '000155', '000156', '000157', '000158', '000159', '000160', '000161', '000162', '000163', '000164', '000165', '000166', '000167', '000168', '000169', '000170', '000171', '000172', '000173', '000174', '000175', '000176', '000177', '000178', '000179', '000180', '000181', '000182', '000183', '000184', '000185', '000186', '000187', '000188', '000189', '000190', '000191', '000192', '000193', '000194', '000195', '000196', '000197', '000198', '000199', '000200', '000201', '000202', '000203', '000204', '000205', '000206', '000207', '000208', '000209', '000210', '000211', '000212', '000213', '000214', '000215', '000216', '000217', '000218', '000219', '000220', '000221', '000222', '000223', '000224', '000225', '000226', '000227', '000228', '000229', '000230', '000231', '000232', '000233', '000234', '000235', '000236', '000237', '000238', '000239', '000240', '000241', '000242', '000243', '000244', '000245', '000246', '000247', '000248', '000249', '000250', '000251', '000252', '000253', '000254', '000255', '000256', '000257', '000258', '000259', '000260', '000261', '000262', '000263', '000264', '000265', '000266', '000267', '000268', '000269', '000270', '000271', '000272', '000273', '000274', '000275', '000276', '000277', '000278', '000279', '000280', '000281', '000282', '000283', '000284', '000285', '000286', '000287', '000288', '000289', '000290', '000291', '000292', '000293', '000294', '000295', '000296', '000297', '000298', '000299', '000300', '000301', '000302', '000303', '000304', '000305', '000306', '000307', '000308', '000309', '000310', '000311', '000312', '000313', '000314', '000315', '000316', '000317', '000318', '000319', '000320', '000321', '000322', '000323', '000324', '000325', '000326', '000327', '000328', '000329', '000330', '000331', '000332', '000333', '000334', '000335', '000336', '000337', '000338', '000339', '000340', '000341', '000342', '000343', '000344', '000345', '000346', '000347', '000348', '000349', '000350', '000351', '000352', '000353', '000354', '000355', '000356', '000357', '000358', '000359', '000360', '000361', '000362', '000363', '000364', '000365', '000366', '000367', '000368', '000369', '000370', '000371', '000372', '000373', '000374', '000375', '000376', '000377', '000378', '000379', '000380', '000381', '000382', '000383', '000384', '000385', '000386', '000387', '000388', '000389', '000390', '000391', '000392', '000393', '000394', '000395', '000396', '000397', '000398', '000399', '000400', '000401', '000402', '000403', '000404', '000405', '000406', '000407', '000408', '000409', '000410', '000411', '000412', '000413', '000414', '000415', '000416', '000417', '000418', '000419', '000420', '000421', '000422', '000423', '000424', '000425', '000426', '000427', '000428', '000429', '000430', '000431', '000432', '000433', '000434', '000435', '000436', '000437', '000438', '000439', '000440', '000441', '000442', '000443', '000444', '000445', '000446', '000447', '000448', '000449', '000450', '000451', '000452', '000453', '000454', '000455', '000456', '000457', '000458', '000459', '000460', '000461', '000462', '000463', '000464', '000465', '000466', '000467', '000468', '000469', '000470', '000471', '000472', '000473', '000474', '000475', '000476', '000477', '000478', '000479', '000480', '000481', '000482', '000483', '000484', '000485', '000486', '000487', '000488', '000489', '000490', '000491', '000492', '000493', '000494', '000495', '000496', '000497', '000498', '000499', '000500', '000501', '000502', '000503', '000504', '000505', '000506', '000507', '000508', '000509', '000510', '000511', '000512', '000513', '000514', '000515', '000516', '000517', '000518', '000519', '000520', '000521', '000522', '000523', '000524', '000525', '000526', '000527', '000528', '000529', '000530', '000531', '000532', '000533', '000534', '000535', '000536', '000537', '000538', '000539', '000540', '000541', '000542', '000543', '000544', '000545', '000546', '000547', '000548', '000549', '000550', '000551', '000552', '000553', '000554', '000555', '000556', '000557', '000558', '000559', '000560', '000561', '000562', '000563', '000564', '000565', '000566', '000567', '000568', '000569', '000570', '000571', '000572', '000573', '000574', '000575', '000576', '000577', '000578', '000579', '000580', '000581', '000582', '000583', '000584', '000585', '000586', '000587', '000588', '000589', '000590', '000591', '000592', '000593', '000594', '000595', '000596', '000597', '000598', '000599'] RETURN n.title

### runs: a long list
RETURN [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] AS many

### leaks: many conditions
MATCH (n:Record) WHERE n.seq = 0 OR n.seq = 1 OR n.seq = 2 OR n.seq = 3 OR n.seq = 4 OR n.seq = 5 OR n.seq = 6 OR n.seq = 7 OR n.seq = 8 OR n.seq = 9 OR n.seq = 10 OR n.seq = 11 OR n.seq = 12 OR n.seq = 13 OR n.seq = 14 OR n.seq = 15 OR n.seq = 16 OR n.seq = 17 OR n.seq = 18 OR n.seq = 19 OR n.seq = 20 OR n.seq = 21 OR n.seq = 22 OR n.seq = 23 OR n.seq = 24 OR n.seq = 25 OR n.seq = 26 OR n.seq = 27 OR n.seq = 28 OR n.seq = 29 OR n.seq = 30 OR n.seq = 31 OR n.seq = 32 OR n.seq = 33 OR n.seq = 34 OR n.seq = 35 OR n.seq = 36 OR n.seq = 37 OR n.seq = 38 OR n.seq = 39 OR n.seq = 40 OR n.seq = 41 OR n.seq = 42 OR n.seq = 43 OR n.seq = 44 OR n.seq = 45 OR n.seq = 46 OR n.seq = 47 OR n.seq = 48 OR n.seq = 49 OR n.seq = 50 OR n.seq = 51 OR n.seq = 52 OR n.seq = 53 OR n.seq = 54 OR n.seq = 55 OR n.seq = 56 OR n.seq = 57 OR n.seq = 58 OR n.seq = 59 OR n.seq = 60 OR n.seq = 61 OR n.seq = 62 OR n.seq = 63 OR n.seq = 64 OR n.seq = 65 OR n.seq = 66 OR n.seq = 67 OR n.seq = 68 OR n.seq = 69 OR n.seq = 70 OR n.seq = 71 OR n.seq = 72 OR n.seq = 73 OR n.seq = 74 OR n.seq = 75 OR n.seq = 76 OR n.seq = 77 OR n.seq = 78 OR n.seq = 79 OR n.seq = 80 OR n.seq = 81 OR n.seq = 82 OR n.seq = 83 OR n.seq = 84 OR n.seq = 85 OR n.seq = 86 OR n.seq = 87 OR n.seq = 88 OR n.seq = 89 OR n.seq = 90 OR n.seq = 91 OR n.seq = 92 OR n.seq = 93 OR n.seq = 94 OR n.seq = 95 OR n.seq = 96 OR n.seq = 97 OR n.seq = 98 OR n.seq = 99 OR n.seq = 100 OR n.seq = 101 OR n.seq = 102 OR n.seq = 103 OR n.seq = 104 OR n.seq = 105 OR n.seq = 106 OR n.seq = 107 OR n.seq = 108 OR n.seq = 109 OR n.seq = 110 OR n.seq = 111 OR n.seq = 112 OR n.seq = 113 OR n.seq = 114 OR n.seq = 115 OR n.seq = 116 OR n.seq = 117 OR n.seq = 118 OR n.seq = 119 OR n.seq = 120 OR n.seq = 121 OR n.seq = 122 OR n.seq = 123 OR n.seq = 124 OR n.seq = 125 OR n.seq = 126 OR n.seq = 127 OR n.seq = 128 OR n.seq = 129 OR n.seq = 130 OR n.seq = 131 OR n.seq = 132 OR n.seq = 133 OR n.seq = 134 OR n.seq = 135 OR n.seq = 136 OR n.seq = 137 OR n.seq = 138 OR n.seq = 139 OR n.seq = 140 OR n.seq = 141 OR n.seq = 142 OR n.seq = 143 OR n.seq = 144 OR n.seq = 145 OR n.seq = 146 OR n.seq = 147 OR n.seq = 148 OR n.seq = 149 OR n.seq = 150 OR n.seq = 151 OR n.seq = 152 OR n.seq = 153 OR n.seq = 154 OR n.seq = 155 OR n.seq = 156 OR n.seq = 157 OR n.seq = 158 OR n.seq = 159 OR n.seq = 160 OR n.seq = 161 OR n.seq = 162 OR n.seq = 163 OR n.seq = 164 OR n.seq = 165 OR n.seq = 166 OR n.seq = 167 OR n.seq = 168 OR n.seq = 169 OR n.seq = 170 OR n.seq = 171 OR n.seq = 172 OR n.seq = 173 OR n.seq = 174 OR n.seq = 175 OR n.seq = 176 OR n.seq = 177 OR n.seq = 178 OR n.seq = 179 OR n.seq = 180 OR n.seq = 181 OR n.seq = 182 OR n.seq = 183 OR n.seq = 184 OR n.seq = 185 OR n.seq = 186 OR n.seq = 187 OR n.seq = 188 OR n.seq = 189 OR n.seq = 190 OR n.seq = 191 OR n.seq = 192 OR n.seq = 193 OR n.seq = 194 OR n.seq = 195 OR n.seq = 196 OR n.seq = 197 OR n.seq = 198 OR n.seq = 199 OR n.seq = 200 OR n.seq = 201 OR n.seq = 202 OR n.seq = 203 OR n.seq = 204 OR n.seq = 205 OR n.seq = 206 OR n.seq = 207 OR n.seq = 208 OR n.seq = 209 OR n.seq = 210 OR n.seq = 211 OR n.seq = 212 OR n.seq = 213 OR n.seq = 214 OR n.seq = 215 OR n.seq = 216 OR n.seq = 217 OR n.seq = 218 OR n.seq = 219 OR n.seq = 220 OR n.seq = 221 OR n.seq = 222 OR n.seq = 223 OR n.seq = 224 OR n.seq = 225 OR n.seq = 226 OR n.seq = 227 OR n.seq = 228 OR n.seq = 229 OR n.seq = 230 OR n.seq = 231 OR n.seq = 232 OR n.seq = 233 OR n.seq = 234 OR n.seq = 235 OR n.seq = 236 OR n.seq = 237 OR n.seq = 238 OR n.seq = 239 OR n.seq = 240 OR n.seq = 241 OR n.seq = 242 OR n.seq = 243 OR n.seq = 244 OR n.seq = 245 OR n.seq = 246 OR n.seq = 247 OR n.seq = 248 OR n.seq = 249 RETURN n.title

### leaks: many branches
MATCH (n0:Entity) RETURN n0.name AS name UNION MATCH (n1:Entity) RETURN n1.name AS name UNION MATCH (n2:Entity) RETURN n2.name AS name UNION MATCH (n3:Entity) RETURN n3.name AS name UNION MATCH (n4:Entity) RETURN n4.name AS name UNION MATCH (n5:Entity) RETURN n5.name AS name UNION MATCH (n6:Entity) RETURN n6.name AS name UNION MATCH (n7:Entity) RETURN n7.name AS name UNION MATCH (n8:Entity) RETURN n8.name AS name UNION MATCH (n9:Entity) RETURN n9.name AS name UNION MATCH (n10:Entity) RETURN n10.name AS name UNION MATCH (n11:Entity) RETURN n11.name AS name

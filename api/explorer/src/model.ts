// The answers, as far as the explorer reads them.
export interface Brief { id: string; name: string; type: string }
export interface Ended { holds: boolean; validTo: string | null; endReason: string | null; endedBy?: string | null }
export interface Rec extends Ended {
  record: string; kind: string; title: string; description: string | null; author: string; session: string | null; at: string | null;
}
export interface Evidence { source: string; target: string; type: string; reason: string; record: string; author: string; since: string | null; id?: string }
export interface Link { direction: "in" | "out" | "both"; type: string; since: string | null; evidenceTotal: number; evidence: Evidence[] }
export interface GraphAnswer {
  asOf: string; validAt: string; total: number; truncated: boolean;
  nodes: { ids: string[]; names: string[]; types: string[]; topics: number[] };
  links: { sources: number[]; targets: number[]; types: string[]; ended: number[] };
  topics: { id: string; name: string; size: number }[];
}
export interface Neighbours { entity: Brief; neighbours: { entity: Brief; links: Link[] }[]; cursor: string | null }
export interface Step extends Evidence { forward?: boolean; entity?: Brief }
export interface Risk {
  record: string; kind: string; title: string; description: string | null; author: string; at: string | null; holds: boolean; hop: number; about: Brief;
}
export interface PastTask { id: string; request: string; outcome: string | null; author: string; at: string | null; corrected: string[]; about?: Brief }
export interface Impact {
  entity: Brief; dependents: { hop: number; entity: Brief; path: Step[] }[]; risks: Risk[]; inCycle: boolean; truncated: boolean; risksTruncated: boolean;
  pastTasks: PastTask[]; pastTasksTruncated: boolean;
}
export interface PathAnswer { source: Brief; target: Brief; found: boolean; truncated: boolean; steps: (Step & { forward: boolean; entity: Brief })[] }
export interface EntityAnswer {
  entity: Brief; names: string[]; description: string | null; fields: Record<string, string | number | boolean>; rank: number | null; merged: Brief[];
  removed: { record: string; author: string; at: string | null } | null; topic: { id: string; name: string; size: number } | null;
  relations: (Link & { entity: Brief })[]; relationsTruncated: boolean; records: Rec[]; cursor: string | null; decisions: Rec[]; decisionsTruncated: boolean;
  files: { path: string; records: number }[]; filesTruncated: boolean; pastTasks: PastTask[]; pastTasksTotal: number;
}
export interface Lineage {
  entity: Brief; truncated: boolean;
  events: { role: string; entity: Brief; of: Brief | null; hop: number; type: string | null; reason: string | null; record: string; author: string; at: string | null }[];
}
export interface End { validTo: string | null; how: string; by: string; why: string | null; learned: string | null; undone: string | null }
export interface HistoryAnswer {
  a: Brief; b: Brief | null; cursor: string | null; saidTruncated: boolean;
  said: (Ended & { record: string; kind: string; author: string; at: string | null; description: string | null; fields: Record<string, unknown>; unset: string[] })[];
  links: (Evidence & Ended & { ends: End[] })[];
  merges: { id: string; loser: Brief; survivor: Brief; author: string; reason: string | null; recordedAt: string | null; undoneAt: string | null; undoneBy: string | null }[];
  retypes: { old: string; new: string; author: string; reason: string | null; recordedAt: string | null }[];
}
export interface RecordAnswer {
  record: Rec; text: string | null; content: Record<string, unknown>; onBehalfOf: string | null; files: string[]; endedTruncated: boolean;
  entities: { entity: Brief; name: string; description: string | null }[];
  relations: (Evidence & Ended)[]; supersedes: Rec[]; corrects: Rec[]; supersededBy: Rec[]; correctedBy: Rec[]; endedRecords: Rec[];
  endedRelations: Evidence[]; ends: End[];
}
export interface Listed<T> { total: number; atLeast: boolean; lines: T[] }
export interface Lacking { key: string; record: string; title: string; author: string; session: string | null; at: string | null }
export interface Duplicate { key: string; one: Brief; other: Brief; score: number; record: string; proposedAt: string | null }
export interface ToJudge { key: string; merge: string; loser: Brief; survivor: Brief; reason: string | null; mergedAt: string | null }
export interface Radar {
  unsolvedProblems: Listed<{ key: string; entity: Brief; firstSeen: string | null; description: string | null; record: string; title: string; author: string; reopened: boolean }>;
  decisionsWithoutReason: Listed<Lacking>; unansweredQuestions: Listed<Lacking>;
  silentEntities: Listed<{ key: string; entity: Brief; lastSeen: string | null; record: string; title: string; author: string }>;
  probableDuplicates: Listed<Duplicate>;
  contradictions: Listed<{ key: string; kind: string; one: Brief | null; other: Brief | null; conflicts: Evidence[]; links: Evidence[]; record: Rec | null; heads: Rec[]; slot: string | null; holder: string | null; claims: { preference: string; document: string | null; record: Rec }[] }>;
  linksToRemoved: Listed<{ key: string; kind: string; entity: Brief; at: string | null; record: string; title: string | null; author: string; said: string | null; linksTotal: number; links: Evidence[] }>;
  mergesToJudge: Listed<ToJudge>;
}
export interface Dismissal { key: string; kind: string; entities: Brief[]; title: string | null; hidden: boolean; author: string; reason: string | null; dismissedAt: string | null }
export interface Hit extends Ended {
  id: string; kind: string; type: string | null; title: string; snippet: string | null; score: number;
  ranks: { text: number | null; vector: number | null; walk: number | null };
  path: { id: string; kind: string; name: string; by: string | null; reason: string | null }[];
  author: string | null; session: string | null; at: string | null; replaces: string[];
}
export interface SearchAnswer { hits: Hit[]; note: string | null; shortened: boolean }
export interface TopicsAnswer {
  total: number; entities: number; isolated: number; stale: boolean; staleBy: number; refreshing: boolean; reason: string | null; run: { computedAt: string | null } | null;
  topics: { id: string | null; name: string; size: number; records: number; central: { rank: number; entity: Brief }[]; decisions: Rec[] }[];
}
export interface Moment {
  event: "began" | "ended" | "reinstated"; at: string | null; record: Rec; linksTotal: number; links: Evidence[]; link: Evidence | null;
  ending: { validTo: string | null; endReason: string | null; endedBy: string | null } | null;
}
export interface TimelineAnswer {
  start: string | null; end: string | null; cursor: string | null; events: Moment[]; counts: { period: string; events: number }[]; countsTruncated: boolean;
}
export interface Touching extends Rec { touches: { lines: string | null; commit: string | null }[] }
export interface FileAnswer {
  path: string; problems: Touching[]; problemsTruncated: boolean; decisions: Touching[]; decisionsTruncated: boolean; records: Touching[]; recordsTruncated: boolean;
  components: { entity: Brief; truncated: boolean; dependents: { hop: number; entity: Brief; path: Step[] }[] }[];
}
export interface Card {
  kind: string; text: string; version: number; author: string; recordedAt: string | null;
  versions: { version: number; author: string; reason: string | null; recordedAt: string | null }[];
}
export interface CardsAnswer { person: Card | null; project: Card | null }
export interface ContextAnswer { text: string; tokens: number; budget: number; leftOut: { section: string; lines: number; how: string }[] }
export interface WorkspaceLine { id: string; clock: string; records: number; entities: number }
export interface Done { id: string | null; warnings: { code: string; message: string }[] }
export interface RuleLine {
  id: string; rule: string; why: string | null; how: string | null; scope: string; tags: string[]; approvedBy: string; approvedAt: string | null;
  corrections: string[]; tokens: number; uses: number; usedAt: string | null; applied: number;
}
export interface Correction { id: string; wrong: string; right: string; why: string; author: string; at: string | null }
export interface Candidate {
  id: string; rule: string; why: string | null; how: string | null; scope: string; tags: string[]; origin: string; writtenBy: string; author: string; at: string | null;
  tasks: number; corrections: Correction[];
}
export interface Pruning { kind: string; rules: string[]; advice: string; corrections: string[] }
export interface TaskLine { id: string; request: string; summary: string | null; state: string; outcome: string | null; author: string; at: string | null; corrections: number }
export interface RulesLine { tokens: number; budget: number; waiting: number; consolidatedAt: string | null; overdue: string | null; rules: RuleLine[]; pruning: Pruning[] }
export interface RulesAnswer { rules: RulesLine | null; tasks: { tasks: TaskLine[] } | null }
export interface ToJudgeAnswer {
  radar: Pick<Radar, "probableDuplicates" | "mergesToJudge"> | null;
  candidates: { total: number; candidates: Candidate[] } | null; rules: Omit<RulesLine, "waiting"> | null;
}
export interface TaskView {
  task: Omit<TaskLine, "corrections"> & { agent: string | null; session: string | null; tags: string[]; closedAt: string | null; affectedBy: { record: string; kind: string; title: string; how: string; replaced: string }[] };
  sources: { ref: string; heldUp: boolean | null; note: string | null }[]; tools: { name: string; right: boolean | null; note: string | null }[];
  artifacts: { location: string; type: string | null }[];
  decisions: { id: string; choice: string; reasoning: string | null; author: string; record: string | null }[];
  corrections: (Correction & { target: string; rules: string[] })[]; entities: Brief[]; rules: string[]; related: { id: string; request: string }[];
}
export interface Doc { id: string; document: string; source: string; path: string; title: string | null; state: string; reason: string | null; version: number; updatedAt: string | null; notes: string[] }
export interface IngestionAnswer {
  ingests: { ingests: { id: string; source: string; path: string; author: string; state: string; done: number; total: number; failed: number; startedAt: string | null; updatedAt: string | null; reason: string | null; stale: boolean }[] } | null;
  failed: { documents: Doc[] } | null;
  documents: { cursor: string | null; documents: Doc[] } | null;
}

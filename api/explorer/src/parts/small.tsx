// Small parts: names, records, links, and what is shown while there is nothing to show.
import type { ComponentChildren, JSX } from "preact";
import type { Asking } from "../ask";
import { entityColour, relationColour } from "../graph/colours";
import type { Brief, Correction, Ended, Evidence, PastTask, Rec } from "../model";
import { to } from "../route";
import { many, plain, when } from "../words";
import { useWorld } from "./context";

export function Dot({ type, relation }: { type: string; relation?: boolean }): JSX.Element {
  const { theme } = useWorld();
  const colour = relation ? relationColour(type, theme) : entityColour(type, theme);
  return <span class={relation ? "dot line" : "dot"} style={{ background: colour }} aria-hidden="true" />;
}

export function Name({ entity, page = "entity" }: { entity: Brief; page?: "entity" | "graph" }): JSX.Element {
  const { route } = useWorld();
  const address = page === "graph" ? to(route, "graph", "", { focus: entity.id }) : to(route, "entity", entity.id);
  return <a class="name" href={address}><Dot type={entity.type} /><bdi>{entity.name}</bdi> <small>{plain(entity.type)}</small></a>;
}

export function EndedMark({ it }: { it: Ended }): JSX.Element | null {
  if (it.holds) return null;
  const how = [it.validTo && `until ${when(it.validTo)}`, it.endReason && plain(it.endReason), it.endedBy && `by ${it.endedBy}`].filter(Boolean).join(", ");
  return <span class="mark">ended{how && `: ${how}`}</span>;
}

export function RecordLine({ record, children }: { record: Rec; children?: ComponentChildren }): JSX.Element {
  const { route } = useWorld();
  return (
    <div class={record.holds ? "record" : "record past"}>
      <a href={to(route, "record", record.record)}><bdi>{record.title}</bdi></a> <EndedMark it={record} />
      <div class="by"><span class="kind">{plain(record.kind)}</span> {when(record.at)} · {record.author}{record.session && ` · ${record.session}`}</div>
      {record.description && record.description !== record.title && <p>{record.description}</p>}
      {children}
    </div>
  );
}

export function Statement({ it, ended }: { it: Evidence; ended?: Ended }): JSX.Element {
  const { route } = useWorld();
  return (
    <div class={ended && !ended.holds ? "statement past" : "statement"}>
      <span class="said"><bdi>{it.source}</bdi> <b><Dot relation type={it.type} />{plain(it.type)}</b> <bdi>{it.target}</bdi></span>{" "}
      {ended && <EndedMark it={ended} />}
      <div class="reason"><bdi>{it.reason}</bdi></div>
      <div class="by">{it.author}{it.since && ` · since ${when(it.since)}`}{it.record && <> · <a href={to(route, "record", it.record)}>record</a></>}</div>
    </div>
  );
}

/** What is asked for: loading, refused, empty, or there. */
export function Shown<T>({ of, empty, children }: { of: Asking<T>; empty?: (data: T) => string | null; children: (data: T) => ComponentChildren }): JSX.Element {
  if (of.error)
    return (
      <div class="state" role="alert">
        <strong>{of.error.code === "WORKSPACE_NOT_FOUND" ? "There is no such workspace for you" : "This could not be shown"}</strong>
        <p>{of.error.message}</p><p><code>{of.error.code}</code> <button type="button" onClick={of.again}>Try again</button></p>
      </div>
    );
  if (!of.data) return <div class="state loading" role="status">Loading…</div>;
  const none = empty?.(of.data);
  return <div class={of.loading ? "stale" : ""} aria-busy={of.loading}>{none ? <div class="state" data-empty>{none}</div> : children(of.data)}</div>;
}

export function Part({ title, total, more, children, id }: { title: string; total?: number; more?: boolean | undefined; children: ComponentChildren; id?: string }): JSX.Element {
  return (
    <section class="part" id={id}>
      <h2>{title} {total !== undefined && <small>{total}{more && "+"}</small>}</h2>
      {children}
    </section>
  );
}

export const counted = (n: number, word: string, more?: boolean): string => `${more ? "at least " : ""}${many(n, word)}`;

/** Earlier work on a thing, and what was said to be right where it was corrected. */
export function PastTaskLine({ task }: { task: PastTask }): JSX.Element {
  const { route } = useWorld();
  return (
    <div class="record">
      <span class="kind">{plain(task.outcome ?? "open")}</span> <a href={to(route, "task", task.id)}><bdi>{task.request}</bdi></a>{task.about && <small> about <bdi>{task.about.name}</bdi></small>}
      {task.corrected.map((right) => <div key={right} class="reason"><ins><bdi>{right}</bdi></ins></div>)}
      <div class="by">{when(task.at)} · {task.author}</div>
    </div>
  );
}

/** What was wrong, what is right instead, and why; it leads to the task. */
export function CorrectionLine({ it, here = false }: { it: Correction; here?: boolean }): JSX.Element {
  const { route } = useWorld();
  return (
    <div class={here ? "statement here" : "statement"} id={it.id}>
      <del><bdi>{it.wrong}</bdi></del><br /><ins><bdi>{it.right}</bdi></ins>
      <div class="reason"><bdi>{it.why}</bdi></div>
      <div class="by">{it.author} {when(it.at)} · <a href={to(route, "task", it.id)}>task</a></div>
    </div>
  );
}

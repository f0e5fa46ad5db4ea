// Everything about one thing: what it is, its links with their evidence, its records, how it came about and how it changed.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAsk } from "../ask";
import type { Brief, EntityAnswer, HistoryAnswer, Lineage } from "../model";
import { acts, WithReason } from "../parts/acts";
import { useWorld } from "../parts/context";
import { Find } from "../parts/find";
import { counted, Dot, EndedMark, Name, Part, PastTaskLine, RecordLine, Shown, Statement } from "../parts/small";
import { asked, change, to } from "../route";
import { many, plain, when } from "../words";

const VIEWS = [["", "About"], ["lineage", "How we got here"], ["history", "Every change"]] as const;

export function Entity(): JSX.Element {
  const { route, turn } = useWorld();
  const found = useAsk<{ entity: EntityAnswer | null }>(route.thing ? "Entity" : null, { ...asked(route), name: route.thing, turn });
  if (!route.thing)
    return <><h1>Entity</h1><Find label="Find a thing" pick={(entity) => { location.hash = to(route, "entity", entity.id); }} /></>;
  const view = route.options["view"] ?? "";
  return (
    <Shown of={found}>
      {({ entity: it }) => it && (
        <>
          <h1><Dot type={it.entity.type} /><bdi>{it.entity.name}</bdi> <small>{plain(it.entity.type)}</small></h1>
          <Head it={it} />
          <nav class="tabs" aria-label="Views">
            {VIEWS.map(([name, title]) => <a key={name} href={to(route, "entity", route.thing, name ? { view: name } : {})} aria-current={view === name ? "page" : undefined}>{title}</a>)}
            <a href={to(route, "graph", "", { focus: it.entity.id })}>In the graph</a>
            <a href={to(route, "graph", "", { focus: it.entity.id, mode: "impact" })}>Impact</a>
          </nav>
          {view === "lineage" ? <HowWeGotHere /> : view === "history" ? <EveryChange entity={it.entity} /> : <About it={it} />}
        </>
      )}
    </Shown>
  );
}

function Head({ it }: { it: EntityAnswer }): JSX.Element {
  const world = useWorld();
  const others = it.names.filter((name) => name !== it.entity.name);
  return (
    <>
      {it.removed && <p class="mark">Removed: said by {it.removed.author} <a href={to(world.route, "record", it.removed.record)}>in a record</a> {when(it.removed.at)}</p>}
      {it.description && <p class="lead"><bdi>{it.description}</bdi></p>}
      <dl class="facts">
        {others.length > 0 && <><dt>Also called</dt><dd>{others.map((name) => <bdi key={name}>{name} </bdi>)}</dd></>}
        {Object.entries(it.fields).map(([name, value]) => <><dt key={name}>{name}</dt><dd><bdi>{String(value)}</bdi></dd></>)}
        {it.topic && <><dt>Topic</dt><dd><a href={to(world.route, "topics")}><bdi>{it.topic.name}</bdi></a></dd></>}
        {it.rank !== null && <><dt>Rank</dt><dd>{it.rank.toFixed(2)}</dd></>}
      </dl>
    </>
  );
}

function About({ it }: { it: EntityAnswer }): JSX.Element {
  const { route } = useWorld();
  return (
    <>
      <Part title="Links" total={it.relations.length} more={it.relationsTruncated}>
        {!it.relations.length && <p class="hint" data-empty>No link holds here.</p>}
        {it.relations.map((link) => (
          <div key={`${link.direction} ${link.type} ${link.entity.id}`} class="link">
            <div><b><Dot relation type={link.type} />{link.direction === "in" ? "← " : link.direction === "out" ? "→ " : "— "}{plain(link.type)}</b> <Name entity={link.entity} /> <span class="reason"><bdi>{link.evidence[0]?.reason}</bdi></span></div>
            <details><summary>{many(link.evidenceTotal, "statement")}</summary><a href={to(route, "entity", it.entity.id, { view: "history", to: link.entity.id })}>Every change between the two</a>{link.evidence.map((one) => <Statement key={one.id} it={one} />)}</details>
          </div>
        ))}
      </Part>
      {it.decisions.length > 0 && <Part title="Decisions" total={it.decisions.length} more={it.decisionsTruncated}>{it.decisions.map((one) => <RecordLine key={one.record} record={one} />)}</Part>}
      <Part title="Records" total={it.records.length} more={it.cursor !== null}>{it.records.map((one) => <RecordLine key={one.record} record={one} />)}</Part>
      {it.files.length > 0 && <Part title="Files" total={it.files.length} more={it.filesTruncated}><ul class="plain">{it.files.map((file) => <li key={file.path}><a href={to(route, "file", file.path)}><bdi>{file.path}</bdi></a> <small>{counted(file.records, "record")}</small></li>)}</ul></Part>}
      {it.pastTasks.length > 0 && <Part title="Earlier work on it" total={it.pastTasksTotal} more={it.pastTasks.length < it.pastTasksTotal}>{it.pastTasks.map((task) => <PastTaskLine key={task.id} task={task} />)}</Part>}
      <Curating entity={it.entity} description={it.description ?? ""} />
    </>
  );
}

function Curating({ entity, description }: { entity: Brief; description: string }): JSX.Element {
  const world = useWorld();
  const [other, setOther] = useState<Brief | null>(null);
  const [text, setText] = useState(description);
  return (
    <details class="part">
      <summary><h2>Put right</h2></summary>
      <form class="column" onSubmit={(event) => { event.preventDefault(); void acts.describe(world, entity, text); }}>
        <label for="description">What it is</label>
        <textarea id="description" rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit" disabled={!text.trim() || text === description}>Describe</button>
      </form>
      <Find label="Another thing" pick={setOther} clear={false} />
      {other && other.id !== entity.id && (
        <div class="buttons">
          <WithReason label={`Merge into ${other.name}`} hint="what shows that they are one" act={async (reason) => {
            const done = await acts.merge(world, entity, other, reason);
            if (done) location.hash = to(world.route, "entity", other.id);
            return done;
          }} />
          <button type="button" onClick={() => void acts.markDifferent(world, entity, other)}>Not the same as {other.name}</button>
        </div>
      )}
    </details>
  );
}

function HowWeGotHere(): JSX.Element {
  const { route } = useWorld();
  const found = useAsk<{ lineage: Lineage | null }>("Lineage", { ...asked(route), name: route.thing });
  return (
    <Shown of={found} empty={(data) => (data.lineage?.events.length ? null : "Nothing led here, as far as was stated.")}>
      {({ lineage }) => (
        <ol class="lineage">
          {lineage!.events.map((event, n) => (
            <li key={n} class={event.role}>
              <span class="kind">{event.role}</span> <Name entity={event.entity} />{event.type && event.of && <small> {plain(event.type)} · <bdi>{event.of.name}</bdi></small>}
              {event.reason && <div class="reason"><bdi>{event.reason}</bdi></div>}
              <div class="by">{when(event.at)} · {event.author} · <a href={to(route, "record", event.record)}>record</a></div>
            </li>
          ))}
        </ol>
      )}
    </Shown>
  );
}

function EveryChange({ entity }: { entity: Brief }): JSX.Element {
  const world = useWorld();
  const other = world.route.options["to"];
  const found = useAsk<{ history: HistoryAnswer | null }>("History", { ...asked(world.route), name: entity.id, other: other ?? null, turn: world.turn });
  return (
    <Shown of={found}>
      {({ history }) => (
        <>
          {history!.merges.length > 0 && (
            <Part title="Merges" total={history!.merges.length}>
              {history!.merges.map((merge) => (
                <div key={merge.id} class={merge.undoneAt ? "statement past" : "statement"}>
                  <span class="said"><bdi>{merge.loser.name}</bdi> <b>became part of</b> <bdi>{merge.survivor.name}</bdi></span> {merge.undoneAt && <span class="mark">undone {when(merge.undoneAt)} by {merge.undoneBy}</span>}
                  <div class="reason"><bdi>{merge.reason}</bdi></div><div class="by">{when(merge.recordedAt)} · {merge.author}</div>
                  {!merge.undoneAt && <WithReason label="Undo merge" hint="why they are two things" act={(reason) => acts.unmerge(world, merge.id, merge.loser, merge.survivor, reason)} />}
                </div>
              ))}
            </Part>
          )}
          {history!.retypes.length > 0 && <Part title="Types">{history!.retypes.map((one, n) => <p key={n}>{plain(one.old)} → {plain(one.new)}, {one.author} {when(one.recordedAt)} <bdi>{one.reason}</bdi></p>)}</Part>}
          <Find label="Links between it and" pick={(entity) => change({ to: entity.id })} />
          {history!.b && <Part title="Links, with their ends" total={history!.links.length} more={history!.cursor !== null}>
            <p>Between <Name entity={history!.a} /> and <Name entity={history!.b} /></p>
            {!history!.links.length && <p class="hint" data-empty>There never was one.</p>}
            {history!.links.map((link) => (
              <div key={link.id}>
                <Statement it={link} ended={link} />
                {link.ends.length > 0 && <ul class="ends">{link.ends.map((end, n) => <li key={n}>{plain(end.how)}, until {when(end.validTo)}, learned {when(end.learned)}, by {end.by}{end.undone && `, undone ${when(end.undone)}`}{end.why && <>: <bdi>{end.why}</bdi></>}</li>)}</ul>}
              </div>
            ))}
          </Part>}
          {history!.said.length > 0 && <Part title="What was said of it" total={history!.said.length} more={history!.saidTruncated}>{history!.said.map((one, n) => <Saying key={n} one={one} />)}</Part>}
        </>
      )}
    </Shown>
  );
}

function Saying({ one }: { one: HistoryAnswer["said"][number] }): JSX.Element {
  const { route } = useWorld();
  const fields = Object.entries(one.fields);
  return (
    <div class={one.holds ? "statement" : "statement past"}>
      {one.description ? <bdi>{one.description}</bdi> : <span class="hint">named</span>} <EndedMark it={one} />
      {fields.length > 0 && <div class="reason">{fields.map(([name, value]) => <span key={name}>{name}: <bdi>{String(value)}</bdi> </span>)}</div>}
      {one.unset.length > 0 && <div class="reason">no longer said: {one.unset.join(", ")}</div>}
      <div class="by">{when(one.at)} · {one.author} · <a href={to(route, "record", one.record)}>{plain(one.kind)}</a></div>
    </div>
  );
}

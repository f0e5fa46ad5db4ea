// The radar: what is open, what does not fit together, and what waits for a person.
import type { ComponentChildren, JSX } from "preact";
import { useAsk } from "../ask";
import type { Dismissal, Lacking, Listed, Radar } from "../model";
import { acts, WithReason } from "../parts/acts";
import { useWorld } from "../parts/context";
import { Name, Part, RecordLine, Shown, Statement } from "../parts/small";
import { asked, change, to } from "../route";
import { plain, when } from "../words";

const KINDS: Record<string, string> = {
  problem: "unsolved problem", decision: "decision without a reason", question: "question without an answer", silent: "not mentioned for long",
  duplicate: "names that may be one thing", conflict: "contradiction", heads: "contradiction", slot: "contradiction", removed: "links to what was removed",
  said_removed: "links to what was removed", merge: "merge to judge",
};
const FIRST = 10, ALL = 200;

export function RadarPage(): JSX.Element {
  const { route, turn } = useWorld();
  const limit = route.options["all"] ? ALL : FIRST;
  const found = useAsk<{ radar: Radar | null }>("Radar", { ...asked(route), limit, turn });
  return (
    <>
      <h1>Radar</h1>
      <Shown of={found} empty={(data) => (data.radar && Object.values(data.radar).every((list) => (list as Listed<unknown>).total === 0) ? "Nothing is open." : null)}>
        {({ radar }) => radar && (
          <>
            <p class="row"><label class="switch"><input type="checkbox" checked={!!route.options["all"]} onChange={(event) => change({ all: event.currentTarget.checked ? "1" : "" }, true)} /> all lines, up to {ALL} each</label></p>
            <Lists radar={radar} />
          </>
        )}
      </Shown>
      {found.data && <Dismissed limit={limit} />}
    </>
  );
}

/** What was taken off the radar, each line with the way back; nothing where nothing was. */
function Dismissed({ limit }: { limit: number }): JSX.Element {
  const world = useWorld();
  const { route, turn } = world;
  const found = useAsk<{ dismissals: { dismissals: Dismissal[] } | null }>("Dismissals", { ...asked(route), limit, turn });
  return (
    <Shown of={found}>
      {({ dismissals }) => !!dismissals?.dismissals.length && (
        <Part title="Dismissed">
          <ul class="lines">{dismissals.dismissals.map((line) => <DismissedLine key={line.key} line={line} />)}</ul>
        </Part>
      )}
    </Shown>
  );
}

function DismissedLine({ line }: { line: Dismissal }): JSX.Element {
  const world = useWorld();
  const what = line.title ?? line.entities.map((entity) => entity.name).join(" and ");
  return (
    <li data-dismissed={line.key}>
      <div class="told">
        {line.title ? <bdi>{line.title}</bdi> : line.entities.map((entity) => <Name key={entity.id} entity={entity} />)}
        {!line.hidden && <span class="mark">came back</span>}
        {line.reason && <div class="reason"><bdi>{line.reason}</bdi></div>}
        <div class="by">{KINDS[line.kind] ?? line.kind} · {line.author}{line.dismissedAt && ` · ${when(line.dismissedAt)}`}</div>
      </div>
      <div class="buttons"><button type="button" onClick={() => void acts.undismiss(world, line.key, what)} aria-label={`Show ${what} again`}>Show again</button></div>
    </li>
  );
}

function Lists({ radar }: { radar: Radar }): JSX.Element {
  const world = useWorld();
  const { route } = world;
  return (
    <>
      <Lines title="Unsolved problems" list={radar.unsolvedProblems} line={(line) => (
        <Line key={line.key} of={line.key} what={line.entity.name}><Name entity={line.entity} />{line.reopened && <span class="mark">came back</span>}
          {line.description && <p><bdi>{line.description}</bdi></p>}<Said by={line.author} at={line.firstSeen} record={line.record} title={line.title} /></Line>)} />
      <Lines title="Decisions without a reason" list={radar.decisionsWithoutReason} line={(line) => <LackingLine key={line.key} line={line} />} />
      <Lines title="Questions without an answer" list={radar.unansweredQuestions} line={(line) => <LackingLine key={line.key} line={line} />} />
      <Lines title="Contradictions" list={radar.contradictions} line={(line) => (
        <Line key={line.key} of={line.key} what={line.kind}>
          {line.one && line.other && <p><Name entity={line.one} /> and <Name entity={line.other} /></p>}
          {line.kind === "heads" && <p>Two records replace the same one, and both hold:</p>}
          {line.kind === "slot" && <p><bdi>{plain(line.slot ?? "")}</bdi> of <bdi>{line.holder}</bdi> holds one value; no time tells which of these came later:</p>}
          {line.claims.map((one) => (
            <RecordLine key={one.record.record} record={one.record}>
              {one.preference !== one.record.title && <p><bdi>{one.preference}</bdi></p>}{one.document && <small>read in <bdi>{one.document}</bdi></small>}
            </RecordLine>))}
          {line.conflicts.map((one, n) => <Statement key={`c${n}`} it={one} />)}{line.links.map((one, n) => <Statement key={`l${n}`} it={one} />)}
          {line.record && <RecordLine record={line.record} />}{line.heads.map((one) => <RecordLine key={one.record} record={one} />)}
        </Line>)} />
      <Lines title="Links to what was removed" list={radar.linksToRemoved} line={(line) => (
        <Line key={line.key} of={line.key} what={line.entity.name}><Name entity={line.entity} /> <small>{line.kind === "removed" ? "was removed" : "seems to be gone"}{line.said && <>: “<bdi>{line.said}</bdi>”</>}</small>
          {line.links.map((one, n) => <Statement key={n} it={one} />)}{line.linksTotal > line.links.length && <p class="hint">and {line.linksTotal - line.links.length} more</p>}
          <Said by={line.author} at={line.at} record={line.record} title={line.title} /></Line>)} />
      <Lines title="Names that may be one thing" list={radar.probableDuplicates} line={(line) => (
        <Line key={line.key} of={line.key} what={`${line.one.name} and ${line.other.name}`} more={<>
          <WithReason label={`Merge into ${line.one.name}`} hint="what shows that they are one" act={(reason) => acts.merge(world, line.other, line.one, reason)} />
          <WithReason label={`Merge into ${line.other.name}`} hint="what shows that they are one" act={(reason) => acts.merge(world, line.one, line.other, reason)} />
          <button type="button" onClick={() => void acts.markDifferent(world, line.one, line.other)}>Different</button>
          <a class="button" href={to(route, "review", "", { pair: line.key })}>Side by side</a></>}>
          <Name entity={line.one} /> <Name entity={line.other} /> <small>alike {Math.round(line.score * 100)} %</small></Line>)} />
      <Lines title="Merges to judge" list={radar.mergesToJudge} line={(line) => (
        <Line key={line.key} of={line.key} what={`${line.loser.name} in ${line.survivor.name}`} more={
          <WithReason label="Undo merge" hint="why they are two things" act={(reason) => acts.unmerge(world, line.merge, line.loser, line.survivor, reason)} />}>
          <Name entity={line.loser} /> became part of <Name entity={line.survivor} /><div class="reason"><bdi>{line.reason}</bdi></div><div class="by">{when(line.mergedAt)}</div></Line>)} />
      <Lines title="Not mentioned for long" list={radar.silentEntities} line={(line) => (
        <Line key={line.key} of={line.key} what={line.entity.name}><Name entity={line.entity} /> <small>last {when(line.lastSeen)}</small><Said by={line.author} at={null} record={line.record} title={line.title} /></Line>)} />
    </>
  );
}

function Lines<T>({ title, list, line }: { title: string; list: Listed<T>; line: (line: T) => JSX.Element }): JSX.Element | null {
  if (!list.total) return null;
  return (
    <Part title={title} total={list.total} more={list.atLeast}>
      <ul class="lines">{list.lines.map(line)}</ul>
      {list.total > list.lines.length && <p class="hint">The first {list.lines.length}.</p>}
    </Part>
  );
}

function Line({ of, what, more, children }: { of: string; what: string; more?: ComponentChildren; children: ComponentChildren }): JSX.Element {
  const world = useWorld();
  return <li data-key={of}><div class="told">{children}</div><div class="buttons">{more}<button type="button" onClick={() => void acts.dismiss(world, of, what)} aria-label={`Dismiss ${what}`}>Dismiss</button></div></li>;
}

function LackingLine({ line }: { line: Lacking }): JSX.Element {
  return <Line of={line.key} what={line.title}><Said by={line.author} at={line.at} record={line.record} title={line.title} session={line.session} /></Line>;
}

function Said({ by, at, record, title, session }: { by: string; at: string | null; record: string; title: string | null; session?: string | null }): JSX.Element {
  const { route } = useWorld();
  return <div class="by"><a href={to(route, "record", record)}><bdi>{title ?? "record"}</bdi></a> · {by}{at && ` · ${when(at)}`}{session && ` · ${plain(session)}`}</div>;
}

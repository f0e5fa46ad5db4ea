// Review: all that waits for a person's judgement: two things that may be one, merges, and rules.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useAsk } from "../ask";
import type { Brief, Duplicate, EntityAnswer, ToJudge, ToJudgeAnswer } from "../model";
import { acts, WithReason } from "../parts/acts";
import { useWorld } from "../parts/context";
import { Name, Part, RecordLine, Shown } from "../parts/small";
import { asked, change } from "../route";
import { many, plain, when } from "../words";
import { RulesToJudge, ToPrune } from "./review_rules";

export function Review(): JSX.Element {
  const world = useWorld();
  const found = useAsk<ToJudgeAnswer>("ToJudge", { ...asked(world.route), turn: world.turn });
  return (
    <>
      <h1>Review</h1>
      <Shown of={found}>
        {({ radar, candidates, rules }) => radar && candidates && rules && (
          <div class="review">
            {!radar.probableDuplicates.total && !radar.mergesToJudge.total && !candidates.total && !rules.pruning.length && <div class="state" data-empty>Nothing waits for a judgement.</div>}
            <Candidates pairs={radar.probableDuplicates.lines} total={radar.probableDuplicates.total} more={radar.probableDuplicates.atLeast} />
            {radar.mergesToJudge.total > 0 && <Merges lines={radar.mergesToJudge.lines} total={radar.mergesToJudge.total} />}
            <RulesToJudge candidates={candidates.candidates} total={candidates.total} rules={rules} />
            <ToPrune pruning={rules.pruning} rules={rules.rules} />
          </div>
        )}
      </Shown>
    </>
  );
}

function Merges({ lines, total }: { lines: ToJudge[]; total: number }): JSX.Element {
  const world = useWorld();
  return (
    <Part title="Merges that nobody has judged" total={total}>
      {lines.map((line) => (
        <div key={line.key} class="statement"><Name entity={line.loser} /> became part of <Name entity={line.survivor} /><div class="reason"><bdi>{line.reason}</bdi></div><div class="by">{when(line.mergedAt)}</div>
          <WithReason label="Undo merge" hint="why they are two things" act={(reason) => acts.unmerge(world, line.merge, line.loser, line.survivor, reason)} /></div>
      ))}
    </Part>
  );
}

function Candidates({ pairs, total, more }: { pairs: Duplicate[]; total: number; more: boolean }): JSX.Element | null {
  const { route } = useWorld();
  const at = Math.max(0, pairs.findIndex((pair) => pair.key === route.options["pair"]));
  const pair = pairs[at];
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
      const next = event.key === "j" ? pairs[at + 1] : event.key === "k" ? pairs[at - 1] : undefined;
      if (next) change({ pair: next.key }, true);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [pairs, at]);
  if (!pair) return null;
  return (
    <Part title="Are they one thing?" total={total} more={more}>
      <ol class="pairs" aria-label="Candidates">
        {pairs.map((one, n) => (
          <li key={one.key}><button type="button" class="as-link" aria-current={n === at} onClick={() => change({ pair: one.key }, true)}><bdi>{one.one.name}</bdi> · <bdi>{one.other.name}</bdi> <small>{Math.round(one.score * 100)} %</small></button></li>
        ))}
      </ol>
      <Pair key={pair.key} pair={pair} />
      {pairs.length > 1 && <p class="hint">j and k go from pair to pair.</p>}
    </Part>
  );
}

function Pair({ pair }: { pair: Duplicate }): JSX.Element {
  const world = useWorld();
  return (
    <div class="pair">
      <Side entity={pair.one} other={pair.other} />
      <Side entity={pair.other} other={pair.one} />
      <div class="buttons both">
        <button type="button" onClick={() => void acts.markDifferent(world, pair.one, pair.other)}>They are different things</button>
        <button type="button" onClick={() => void acts.dismiss(world, pair.key, `${pair.one.name} and ${pair.other.name}`)}>Not now</button>
      </div>
    </div>
  );
}

function Side({ entity, other }: { entity: Brief; other: Brief }): JSX.Element {
  const world = useWorld();
  const found = useAsk<{ entity: EntityAnswer | null }>("Entity", { ...asked(world.route), name: entity.id });
  return (
    <section class="side" aria-label={entity.name}>
      <h3><Name entity={entity} /></h3>
      <Shown of={found}>
        {({ entity: it }) => it && (
          <>
            {it.description && <p><bdi>{it.description}</bdi></p>}
            {it.names.length > 1 && <p class="by">also {it.names.filter((n) => n !== entity.name).join(", ")}</p>}
            <h4>{many(it.relations.length, "link")}</h4>
            <ul class="plain">{it.relations.slice(0, 8).map((link) => <li key={`${link.type} ${link.entity.id}`}>{link.direction === "in" ? "← " : "→ "}{plain(link.type)} <bdi>{link.entity.name}</bdi> <span class="reason"><bdi>{link.evidence[0]?.reason}</bdi></span></li>)}</ul>
            <h4>{many(it.records.length, "record")}</h4>
            {it.records.slice(0, 5).map((one) => <RecordLine key={one.record} record={one} />)}
          </>
        )}
      </Shown>
      <WithReason label={`Same thing: keep ${entity.name}`} hint="what shows that they are one" act={(reason) => acts.merge(world, other, entity, reason)} />
    </section>
  );
}

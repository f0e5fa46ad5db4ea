// Rules: those that hold and what they cost, what waits for a person, and the newest tasks.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAsk } from "../ask";
import type { RuleLine, RulesAnswer, RulesLine, TaskLine } from "../model";
import { acts, WithReason } from "../parts/acts";
import { useWorld } from "../parts/context";
import { Part, Shown } from "../parts/small";
import { asked, to } from "../route";
import { many, plain, when } from "../words";

export function Rules(): JSX.Element {
  const world = useWorld();
  const found = useAsk<RulesAnswer>("Rules", { ...asked(world.route), turn: world.turn });
  return (
    <>
      <h1>Rules</h1>
      <Shown of={found}>
        {({ rules, tasks }) => (
          <>
            {rules && <Holding it={rules} />}
            {tasks && tasks.tasks.length > 0 && <Part title="Tasks, newest first" total={tasks.tasks.length}>{tasks.tasks.map((one) => <Task key={one.id} it={one} />)}</Part>}
          </>
        )}
      </Shown>
    </>
  );
}

function Holding({ it }: { it: RulesLine }): JSX.Element {
  const { route } = useWorld();
  const waiting = [it.waiting > 0 && many(it.waiting, "rule waits", "rules wait"), it.pruning.length > 0 && `${many(it.pruning.length, "proposal")} to prune`].filter(Boolean).join(", ");
  return (
    <Part title="Rules that hold" total={it.rules.length}>
      <p class="row"><span class="by">{many(it.tokens, "token")} of {it.budget} at the start of every session</span>
        <a class="button" href={to(route, "review")}>{waiting ? `To judge: ${waiting}` : "Nothing waits for a judgement"}</a></p>
      {!it.rules.length && <div class="state" data-empty>No rule holds. Corrections that recur lead to rules, once a person approves them in the review.</div>}
      {route.thing && !it.rules.some((rule) => rule.id === route.thing) && <p class="mark" role="status">The rule of this address does not hold at this time.</p>}
      {it.rules.map((one) => <Standing key={one.id} it={one} marks={it.pruning.filter((p) => p.rules.includes(one.id)).map((p) => p.kind)} />)}
    </Part>
  );
}

function Standing({ it, marks }: { it: RuleLine; marks: string[] }): JSX.Element {
  const world = useWorld();
  const here = world.route.thing === it.id;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { if (here) box.current?.scrollIntoView({ block: "center" }); }, [here]);
  return (
    <div class={here ? "record here" : "record"} ref={box} aria-current={here ? "true" : undefined}>
      <strong><bdi>{it.rule}</bdi></strong> <span class="kind">{it.scope === "person" ? "yours" : "this project"}</span> {it.tags.map((tag) => <span key={tag} class="kind">{tag}</span>)} {marks.map((mark) => <a key={mark} class="mark" href={to(world.route, "review")}>{plain(mark)}</a>)}
      {it.why && <p><bdi>{it.why}</bdi></p>}{it.how && <p class="reason"><bdi>{it.how}</bdi></p>}
      <div class="by">approved by {it.approvedBy} {when(it.approvedAt)} · {many(it.tokens, "token")} · relevant {many(it.uses, "time")}, applied {many(it.applied, "time")}
        {it.corrections.length > 0 && <> · rests on {it.corrections.map((id, n) => <a key={id} href={to(world.route, "task", id)}>{n ? ` ${n + 1}` : "correction 1"}</a>)}</>}</div>
      <WithReason label="Retire" hint="why it no longer holds" act={(reason) => acts.retireRule(world, it.id, reason)} />
    </div>
  );
}

function Task({ it }: { it: TaskLine }): JSX.Element {
  const { route } = useWorld();
  return (
    <div class="record">
      <a href={to(route, "task", it.id)}><bdi>{it.request}</bdi></a>{it.summary && <p><bdi>{it.summary}</bdi></p>}
      <div class="by"><span class="kind">{plain(it.outcome ?? it.state)}</span> {when(it.at)} · {it.author} · {many(it.corrections, "correction")}</div>
    </div>
  );
}

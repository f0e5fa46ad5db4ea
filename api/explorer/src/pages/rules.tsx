// Rules: what waits for a person, with the corrections that it rests on; what holds, and what it costs.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { useAsk } from "../ask";
import type { Candidate, RuleLine, RulesAnswer } from "../model";
import { acts, WithReason } from "../parts/acts";
import { useWorld } from "../parts/context";
import { Part, Shown } from "../parts/small";
import { asked } from "../route";
import { many, plain, when } from "../words";

export function Rules(): JSX.Element {
  const world = useWorld();
  const found = useAsk<RulesAnswer>("Rules", { ...asked(world.route), turn: world.turn });
  return (
    <>
      <h1>Rules</h1>
      <Shown of={found}>
        {({ rules, candidates, tasks }) => (
          <>
            <p class="row"><span>{rules?.overdue ?? (rules?.consolidatedAt ? `Corrections were last looked through ${when(rules.consolidatedAt)}.` : "Corrections were not looked through yet.")}</span>
              <button type="button" onClick={() => void acts.consolidate(world)}>Look for rules in the corrections</button></p>
            <Part title="Waiting for a person" total={candidates?.total ?? 0}>
              {!candidates?.total && <div class="state" data-empty>No rule waits for a judgement.</div>}
              {candidates?.candidates.map((one) => <Waiting key={one.id} it={one} />)}
            </Part>
            {rules && (
              <Part title="Rules that hold" total={rules.rules.length}>
                <p class="by">{many(rules.tokens, "token")} of {rules.budget} at the start of every session</p>
                {rules.pruning.map((one, n) => <p key={n}><span class="mark">{plain(one.kind)}</span> <bdi>{one.advice}</bdi></p>)}
                {rules.rules.map((one) => <Standing key={one.id} it={one} />)}
              </Part>
            )}
            {tasks && tasks.tasks.length > 0 && (
              <Part title="Tasks, newest first" total={tasks.tasks.length}>
                {tasks.tasks.map((one) => <div key={one.id} class="record"><bdi>{one.request}</bdi>{one.summary && <p><bdi>{one.summary}</bdi></p>}<div class="by"><span class="kind">{plain(one.outcome ?? one.state)}</span> {when(one.at)} · {one.author} · {many(one.corrections, "correction")}</div></div>)}
              </Part>
            )}
          </>
        )}
      </Shown>
    </>
  );
}

function Waiting({ it }: { it: Candidate }): JSX.Element {
  const world = useWorld();
  const id = useId();
  const [words, setWords] = useState({ rule: it.rule, why: it.why ?? "", how: it.how ?? "", scope: it.scope });
  const field = (name: "rule" | "why" | "how", label: string): JSX.Element => (
    <><label for={`${id}-${name}`}>{label}</label><textarea id={`${id}-${name}`} rows={name === "rule" ? 2 : 1} value={words[name]} onInput={(event) => setWords({ ...words, [name]: event.currentTarget.value })} /></>
  );
  return (
    <section class="side" aria-label={it.rule}>
      <div class="pair">
        <div class="column">
          {field("rule", "Rule")}{field("why", "Why")}{field("how", "How to follow it")}
          <label>For <select value={words.scope} onChange={(event) => setWords({ ...words, scope: event.currentTarget.value })}><option value="workspace">this project</option><option value="person">me, everywhere</option></select></label>
        </div>
        <div>
          <p class="by"><span class="kind">{plain(it.origin)}</span> {when(it.at)} · {it.author} · rests on {many(it.corrections.length, "correction")} in {many(it.tasks, "task")}</p>
          {it.corrections.map((one) => <div key={one.id} class="statement"><del><bdi>{one.wrong}</bdi></del><br /><ins><bdi>{one.right}</bdi></ins><div class="reason"><bdi>{one.why}</bdi></div><div class="by">{one.author} {when(one.at)}</div></div>)}
        </div>
      </div>
      <div class="buttons">
        <button type="button" class="main" disabled={!words.rule.trim()} onClick={() => void acts.approve(world, it.id, words)}>Approve</button>
        <WithReason label="Reject" hint="why it is no rule" act={(reason) => acts.reject(world, it.id, reason)} />
      </div>
    </section>
  );
}

function Standing({ it }: { it: RuleLine }): JSX.Element {
  const world = useWorld();
  return (
    <div class="record">
      <strong><bdi>{it.rule}</bdi></strong> <span class="kind">{it.scope === "person" ? "yours" : "this project"}</span>
      {it.why && <p><bdi>{it.why}</bdi></p>}{it.how && <p class="reason"><bdi>{it.how}</bdi></p>}
      <div class="by">approved by {it.approvedBy} {when(it.approvedAt)} · {many(it.tokens, "token")} · relevant {many(it.uses, "time")}, applied {many(it.applied, "time")}</div>
      <WithReason label="Retire" hint="why it no longer holds" act={(reason) => acts.retireRule(world, it.id, reason)} />
    </div>
  );
}

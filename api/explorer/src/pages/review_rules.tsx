// Rules that wait for a person: candidates with the corrections they rest on, and rules that may be pruned.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { useAsk } from "../ask";
import type { Candidate, Pruning, RuleLine, RulesLine, TaskView } from "../model";
import { acts, WithReason, type Approval } from "../parts/acts";
import { useWorld } from "../parts/context";
import { CorrectionLine, Part, Shown } from "../parts/small";
import { asked, to } from "../route";
import { many, plain, when } from "../words";

type Standing = Omit<RulesLine, "waiting">;

export function RulesToJudge({ candidates, total, rules }: { candidates: Candidate[]; total: number; rules: Standing }): JSX.Element {
  const world = useWorld();
  return (
    <Part title="Are they rules?" total={total}>
      <p class="row"><span class="hint">{rules.overdue ?? (rules.consolidatedAt ? `Corrections were last looked through ${when(rules.consolidatedAt)}.` : "Corrections were not looked through yet.")}</span>
        <button type="button" onClick={() => void acts.consolidate(world)}>Look for rules in the corrections</button></p>
      {candidates.map((one) => <Waiting key={one.id} it={one} rules={rules.rules.filter((rule) => rule.scope === "workspace")} />)}
      {total > candidates.length && <p class="hint">The oldest {candidates.length} are shown; the others follow when these are judged.</p>}
    </Part>
  );
}

interface Words { rule: string; why: string; how: string; tags: string; scope: string; as: "new" | "into" | "replaces"; others: string[]; own: boolean; reason: string }
const list = (text: string): string[] => text.split(",").map((tag) => tag.trim()).filter(Boolean);

/** What is sent: merged into a rule, it says nothing anew unless asked to. */
function approval(it: Words): Approval {
  const into = it.as === "into" ? it.others[0] ?? null : null, silent = into !== null && !it.own;
  return {
    rule: silent ? null : it.rule, why: silent ? null : it.why, how: silent ? null : it.how, tags: silent ? null : list(it.tags), scope: it.scope,
    into, replaces: it.as === "replaces" ? it.others : null, reason: it.reason.trim() || null,
  };
}

function Waiting({ it, rules }: { it: Candidate; rules: RuleLine[] }): JSX.Element {
  const world = useWorld();
  const id = useId();
  const [words, setWords] = useState<Words>({ rule: it.rule, why: it.why ?? "", how: it.how ?? "", tags: it.tags.join(", "), scope: it.scope, as: "new", others: [], own: false, reason: "" });
  const say = (more: Partial<Words>): void => setWords({ ...words, ...more });
  const field = (name: "rule" | "why" | "how", label: string): JSX.Element => (
    <><label for={`${id}-${name}`}>{label}</label><textarea id={`${id}-${name}`} rows={2} value={words[name]} onInput={(event) => say({ [name]: event.currentTarget.value })} /></>
  );
  const line = (name: "tags" | "reason", label: string, hint: string): JSX.Element => (
    <><label for={`${id}-${name}`}>{label}</label><input id={`${id}-${name}`} value={words[name]} placeholder={hint} onInput={(event) => say({ [name]: event.currentTarget.value })} /></>
  );
  const edited = words.rule !== it.rule || words.why !== (it.why ?? "") || words.how !== (it.how ?? "");
  const ready = words.rule.trim() !== "" && (words.as === "new" || words.others.length > 0);
  return (
    <section class="side" aria-label={it.rule}>
      <div class="pair">
        <div class="column wide">
          {field("rule", "Rule")}{field("why", "Why")}{field("how", "How to follow it")}{line("tags", "Only for work of these sorts", "reports, money; empty: for all work")}
          <span class="row"><label for={`${id}-scope`}>For</label><select id={`${id}-scope`} value={words.scope} onChange={(event) => say({ scope: event.currentTarget.value, ...(event.currentTarget.value === "person" ? { as: "new", others: [] } : {}) })}><option value="workspace">this project</option><option value="person">me, everywhere</option></select></span>
          {rules.length > 0 && words.scope === "workspace" && <Beside words={words} rules={rules} say={say} />}
          {line("reason", "Remark", "why so; it stays in the history")}
        </div>
        <div>
          <p class="by"><span class="kind">{plain(it.origin)}</span> {when(it.at)} · {it.author} · words by {it.writtenBy} · rests on {many(it.corrections.length, "correction")} in {many(it.tasks, "task")}</p>
          {it.corrections.map((one) => <CorrectionLine key={one.id} it={one} />)}
        </div>
      </div>
      <div class="buttons">
        <button type="button" class="main" disabled={!ready} onClick={() => void acts.approve(world, it.id, approval(words))}>{words.as === "into" ? "Approve as part of it" : words.as === "replaces" ? "Approve in its place" : edited ? "Approve in these words" : "Approve"}</button>
        <WithReason label="Reject" hint="why it is no rule" act={(reason) => acts.reject(world, it.id, reason)} />
      </div>
    </section>
  );
}

/** How it stands to the rules that hold: beside them, as part of one, or in place of some. */
function Beside({ words, rules, say }: { words: Words; rules: RuleLine[]; say: (more: Partial<Words>) => void }): JSX.Element {
  const name = useId();
  return (
    <>
      <label>It becomes <select value={words.as} onChange={(event) => say({ as: event.currentTarget.value as Words["as"], others: [] })}>
        <option value="new">a rule of its own</option><option value="into">part of a rule that holds</option><option value="replaces">a rule in place of others</option>
      </select></label>
      {words.as !== "new" && (
        <fieldset>
          <legend>{words.as === "into" ? "Part of which rule?" : "In place of which rules?"}</legend>
          {rules.map((rule) => (
            <label key={rule.id} class="switch"><input type={words.as === "into" ? "radio" : "checkbox"} name={name} checked={words.others.includes(rule.id)}
              onChange={(event) => say({ others: words.as === "into" ? [rule.id] : event.currentTarget.checked ? [...words.others, rule.id] : words.others.filter((o) => o !== rule.id) })} /> <bdi>{rule.rule}</bdi></label>
          ))}
        </fieldset>
      )}
      {words.as === "into" && <label class="switch"><input type="checkbox" checked={words.own} onChange={(event) => say({ own: event.currentTarget.checked })} /> that rule is said in the words above from now on</label>}
    </>
  );
}

export function ToPrune({ pruning, rules }: { pruning: Pruning[]; rules: RuleLine[] }): JSX.Element | null {
  if (!pruning.length) return null;
  return (
    <Part title="Rules that may be pruned" total={pruning.length}>
      {pruning.map((one) => <Pruned key={`${one.kind} ${one.rules.join(" ")}`} it={one} rules={rules} />)}
    </Part>
  );
}

function Pruned({ it, rules }: { it: Pruning; rules: RuleLine[] }): JSX.Element {
  const world = useWorld();
  return (
    <section class="side" aria-label={`${plain(it.kind)}: ${it.rules.map((id) => named(id, rules)).join(" and ")}`}>
      <p><span class="mark">{plain(it.kind)}</span> <bdi>{it.advice}</bdi></p>
      {it.rules.map((id) => (
        <div key={id} class="record">
          <a href={to(world.route, "rules", id)}><bdi>{named(id, rules)}</bdi></a>
          <WithReason label={it.rules.length > 1 ? "Retire this one" : "Retire"} hint="why it no longer holds" act={(reason) => acts.retireRule(world, id, reason)} />
        </div>
      ))}
      {it.corrections.length > 0 && <details><summary>{many(it.corrections.length, "correction")}</summary>{it.corrections.map((id) => <CorrectionById key={id} id={id} />)}</details>}
      {it.corrections.length > 0 && <Reworded rule={rules.find((rule) => rule.id === it.rules[0])} corrections={it.corrections} />}
    </section>
  );
}

/** The rule in other words: proposed with the corrections that speak for them, and approved in its place. */
function Reworded({ rule, corrections }: { rule: RuleLine | undefined; corrections: string[] }): JSX.Element | null {
  const world = useWorld();
  const id = useId();
  const [text, setText] = useState(rule?.rule ?? "");
  if (rule?.scope !== "workspace") return null;
  return (
    <form class="column" onSubmit={(event) => { event.preventDefault(); void acts.reword(world, rule, text.trim(), corrections); }}>
      <label for={id}>In other words</label>
      <textarea id={id} rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit" disabled={!text.trim() || text.trim() === rule.rule}>Replace it with these words</button>
    </form>
  );
}

const named = (id: string, rules: RuleLine[]): string => rules.find((rule) => rule.id === id)?.rule ?? id;

function CorrectionById({ id }: { id: string }): JSX.Element {
  const { route } = useWorld();
  const found = useAsk<{ task: TaskView | null }>("Task", { ...asked(route), id });
  return <Shown of={found}>{({ task }) => task?.corrections.filter((one) => one.id === id).map((one) => <CorrectionLine key={one.id} it={one} />)}</Shown>;
}

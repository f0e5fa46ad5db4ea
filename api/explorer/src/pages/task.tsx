// One task: what was asked and done, what it rested on and made, and how it was corrected.
import type { JSX } from "preact";
import { useAsk } from "../ask";
import type { RulesAnswer, TaskView } from "../model";
import { useWorld } from "../parts/context";
import { CorrectionLine, Name, Part, Shown } from "../parts/small";
import { asked, to } from "../route";
import { plain, when } from "../words";

export function TaskPage(): JSX.Element {
  const { route, turn } = useWorld();
  const found = useAsk<{ task: TaskView | null }>(route.thing ? "Task" : null, { ...asked(route), id: route.thing, turn });
  if (!route.thing) return <><h1>Task</h1><div class="state" data-empty>Tasks are reached from rules, corrections and the search.</div></>;
  return <Shown of={found}>{({ task }) => task && <One it={task} />}</Shown>;
}

function One({ it }: { it: TaskView }): JSX.Element {
  const { route } = useWorld();
  const { task } = it;
  return (
    <article>
      <h1><bdi>{task.request}</bdi> <small>{plain(task.outcome ?? task.state)}</small></h1>
      <p class="by">{when(task.at)} · {task.author}{task.agent && ` · ${task.agent}`}{task.session && ` · ${task.session}`}{task.closedAt && ` · closed ${when(task.closedAt)}`} {task.tags.map((tag) => <span key={tag} class="kind">{tag}</span>)}</p>
      {task.summary && <p class="lead"><bdi>{task.summary}</bdi></p>}
      {task.affectedBy.map((one) => <p key={one.record}><span class="mark">rests on what was replaced</span> <a href={to(route, "record", one.record)}><bdi>{one.title}</bdi></a> {one.how === "corrects" ? "corrected" : "replaced"} <a href={to(route, "record", one.replaced)}>an earlier record</a></p>)}
      {it.corrections.length > 0 && <Part title="Corrections" total={it.corrections.length}>{it.corrections.map((one) => (
        <div key={one.id}><CorrectionLine it={one} here={one.id === route.thing} />{one.rules.map((id) => <p key={id} class="by"><a href={to(route, "rules", id)}>It led to a rule</a></p>)}</div>
      ))}</Part>}
      {it.decisions.length > 0 && <Part title="Choices" total={it.decisions.length}>{it.decisions.map((one) => (
        <div key={one.id} class={one.id === route.thing ? "statement here" : "statement"}><bdi>{one.choice}</bdi>{one.reasoning && <div class="reason"><bdi>{one.reasoning}</bdi></div>}<div class="by">{one.author}{one.record && <> · <a href={to(route, "record", one.record)}>now a record</a></>}</div></div>
      ))}</Part>}
      {it.sources.length > 0 && <Part title="Sources" total={it.sources.length}><ul class="plain">{it.sources.map((one) => <li key={one.ref}><code><bdi>{one.ref}</bdi></code> <Judged good={one.heldUp} yes="held up" no="did not hold up" note={one.note} /></li>)}</ul></Part>}
      {it.tools.length > 0 && <Part title="Tools" total={it.tools.length}><ul class="plain">{it.tools.map((one) => <li key={one.name}><code><bdi>{one.name}</bdi></code> <Judged good={one.right} yes="was right" no="was not right" note={one.note} /></li>)}</ul></Part>}
      {it.artifacts.length > 0 && <Part title="Made" total={it.artifacts.length}><ul class="plain">{it.artifacts.map((one) => <li key={one.location}><code><bdi>{one.location}</bdi></code> <small>{one.type}</small></li>)}</ul></Part>}
      {it.entities.length > 0 && <Part title="About" total={it.entities.length}><ul class="plain">{it.entities.map((one) => <li key={one.id}><Name entity={one} /></li>)}</ul></Part>}
      {it.rules.length > 0 && <Part title="Rules it followed" total={it.rules.length}><Followed ids={it.rules} /></Part>}
      {it.related.length > 0 && <Part title="Related tasks" total={it.related.length}><ul class="plain">{it.related.map((one) => <li key={one.id}><a href={to(route, "task", one.id)}><bdi>{one.request}</bdi></a></li>)}</ul></Part>}
    </article>
  );
}

/** Rules by their words, as far as they still hold. */
function Followed({ ids }: { ids: string[] }): JSX.Element {
  const { route } = useWorld();
  const found = useAsk<RulesAnswer>("Rules", asked(route));
  const words = new Map(found.data?.rules?.rules.map((rule) => [rule.id, rule.rule]));
  return <ul class="plain">{ids.map((id) => <li key={id}><a href={to(route, "rules", id)}><bdi>{words.get(id) ?? (found.data ? `${id}, which no longer holds` : id)}</bdi></a></li>)}</ul>;
}

function Judged({ good, yes, no, note }: { good: boolean | null; yes: string; no: string; note: string | null }): JSX.Element {
  return <>{good !== null && <span class={good ? "kind" : "mark"}>{good ? yes : no}</span>} {note && <span class="reason"><bdi>{note}</bdi></span>}</>;
}

// Cards, and what an agent gets told for a task.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAsk } from "../ask";
import type { Card, CardsAnswer, ContextAnswer } from "../model";
import { acts } from "../parts/acts";
import { useWorld } from "../parts/context";
import { Part, Shown } from "../parts/small";
import { asked, change } from "../route";
import { many, when } from "../words";

export function Cards(): JSX.Element {
  const { route, turn } = useWorld();
  const found = useAsk<{ cards: CardsAnswer | null }>("Cards", { ...asked(route), turn });
  return (
    <>
      <h1>Cards</h1>
      <Shown of={found}>
        {({ cards }) => cards && (
          <div class="pair">
            <OneCard title="How this project works" kind="project" card={cards.project} />
            <OneCard title="How you work" kind="person" card={cards.person} />
          </div>
        )}
      </Shown>
      <ForTask />
    </>
  );
}

function OneCard({ title, kind, card }: { title: string; kind: string; card: Card | null }): JSX.Element {
  const world = useWorld();
  const [text, setText] = useState(card?.text ?? "");
  useEffect(() => setText(card?.text ?? ""), [card?.text]);
  const past = !!world.route.options["at"];
  return (
    <section class="side" aria-label={title}>
      <h2>{title}</h2>
      <form class="column" onSubmit={(event) => { event.preventDefault(); void acts.card(world, kind, text, card?.version ?? null); }}>
        <label class="away" for={`card-${kind}`}>{title}</label>
        <textarea id={`card-${kind}`} rows={10} value={text} readOnly={past} placeholder="Nothing is written yet." onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit" disabled={past || text === (card?.text ?? "")}>Write</button>
      </form>
      {card && <details><summary>{many(card.versions.length, "version")}</summary><ul class="plain">{card.versions.map((one) => <li key={one.version}>{one.version} · {when(one.recordedAt)} · {one.author} <bdi>{one.reason}</bdi></li>)}</ul></details>}
    </section>
  );
}

function ForTask(): JSX.Element {
  const { route } = useWorld();
  const { task = "", budget = "2000" } = route.options;
  const [text, setText] = useState(task);
  const found = useAsk<{ context: ContextAnswer | null }>(task ? "Context" : null, { ...asked(route), task, budget: Number(budget) });
  return (
    <Part title="What an agent is told for a task">
      <form class="ask" onSubmit={(event) => { event.preventDefault(); change({ task: text.trim() }); }}>
        <label class="away" for="task">Task</label>
        <input id="task" value={text} placeholder="the task in a sentence" onInput={(event) => setText(event.currentTarget.value)} />
        <label>Budget <select value={budget} onChange={(event) => change({ budget: event.currentTarget.value })}>{["500", "1000", "2000", "4000", "8000"].map((n) => <option key={n} value={n}>{n} tokens</option>)}</select></label>
        <button type="submit" class="main">Show</button>
      </form>
      {task && (
        <Shown of={found}>
          {({ context }) => context && (
            <>
              <p class="by">{many(context.tokens, "token")} of {context.budget}</p>
              <pre tabIndex={0}>{context.text}</pre>
              {context.leftOut.length > 0 && <ul class="plain">{context.leftOut.map((one) => <li key={one.section}>left out: {many(one.lines, "line")} of {one.section} (<code>{one.how}</code>)</li>)}</ul>}
            </>
          )}
        </Shown>
      )}
    </Part>
  );
}

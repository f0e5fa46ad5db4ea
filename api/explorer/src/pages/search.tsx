// Search: what words, meaning and links find, and why each hit is there.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAsk } from "../ask";
import type { Hit, SearchAnswer } from "../model";
import { useWorld } from "../parts/context";
import { Dot, EndedMark, Shown } from "../parts/small";
import { asked, change, to, type Page } from "../route";
import { plain, when } from "../words";

const KINDS = ["question", "decision", "problem_solved", "problem_found", "code_change", "requirement", "definition", "entity", "message", "chunk", "task", "correction", "rule"];

const PAGE_OF: Record<string, Page> = { entity: "entity", task: "task", correction: "task", rule: "rules" };

export function Search(): JSX.Element {
  const { route } = useWorld();
  const { q = "", kind = "", current = "" } = route.options;
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => setText(q), [q]);
  const found = useAsk<{ search: SearchAnswer | null }>(q ? "Search" : null, { ...asked(route), text: q, ...(kind ? { kinds: [kind] } : {}), ...(current ? { current: true } : {}) });
  return (
    <>
      <h1>Search</h1>
      <form class="ask" role="search" onSubmit={(event) => { event.preventDefault(); change({ q: text.trim() }); }}>
        <label class="away" for="q">Words, or a question</label>
        <input id="q" ref={input} type="search" value={text} placeholder="words, or a question" onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit" class="main">Search</button>
        <label>Kind <select value={kind} onChange={(event) => change({ kind: event.currentTarget.value })}><option value="">all</option>{KINDS.map((k) => <option key={k} value={k}>{plain(k)}</option>)}</select></label>
        <label class="switch"><input type="checkbox" checked={current !== ""} onChange={(event) => change({ current: event.currentTarget.checked ? "1" : "" })} /> only what holds</label>
      </form>
      {!q ? <div class="state" data-empty>Ask for what you do not know the name of. Full text, meaning and a walk over the graph look for it together.</div> : (
        <Shown of={found} empty={(data) => (data.search?.hits.length ? null : data.search?.note ?? "Nothing is found.")}>
          {({ search }) => (
            <>
              {search!.note && <p class="hint">{search!.note}</p>}
              <ol class="hits">{search!.hits.map((hit) => <li key={hit.id}><Found hit={hit} /></li>)}</ol>
            </>
          )}
        </Shown>
      )}
    </>
  );
}

function Found({ hit }: { hit: Hit }): JSX.Element {
  const { route } = useWorld();
  const entity = hit.kind === "entity";
  const page = PAGE_OF[hit.kind] ?? (hit.id.startsWith("rec_") ? "record" : null);
  const title = <bdi>{hit.title}</bdi>;
  const ranks = (["text", "vector", "walk"] as const).filter((list) => hit.ranks[list] !== null);
  const names = { text: "words", vector: "meaning", walk: "links" };
  return (
    <article class={hit.holds ? "record" : "record past"}>
      {entity && <Dot type={hit.type ?? ""} />}
      {page ? <a href={to(route, page, hit.id, hit.kind === "rule" && !hit.holds && hit.at ? { at: hit.at } : {})}>{title}</a> : <strong>{title}</strong>} <EndedMark it={hit} />
      <div class="by"><span class="kind">{plain(hit.type ?? hit.kind)}</span> {when(hit.at)}{hit.author && ` · ${hit.author}`}{hit.session && ` · ${hit.session}`}</div>
      {hit.snippet && hit.snippet !== hit.title && <p><bdi>{hit.snippet}</bdi></p>}
      <div class="ranks">
        {ranks.map((list) => <span key={list} class="rank" title={`place ${hit.ranks[list]} by ${names[list]}`}>{names[list]} {hit.ranks[list]}</span>)}
        <span class="rank">score {hit.score.toFixed(3)}</span>
      </div>
      {hit.path.length > 1 && <div class="reason way">{hit.path.map((point, n) => <span key={n}>{n > 0 && ` ${point.by ? `— ${plain(point.by)} →` : "→"} `}<bdi>{point.name}</bdi></span>)}</div>}
    </article>
  );
}

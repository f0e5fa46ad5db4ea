// Topics: what the workspace is about, in groups of connected things.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ask, Refusal, useAsk } from "../ask";
import type { TopicsAnswer } from "../model";
import { useWorld } from "../parts/context";
import { Name, RecordLine, Shown } from "../parts/small";
import { asked, to } from "../route";
import { many, when } from "../words";

export function Topics(): JSX.Element {
  const world = useWorld();
  const { route, turn } = world;
  const [busy, setBusy] = useState(false);
  const found = useAsk<{ topics: TopicsAnswer | null }>("Topics", { ...asked(route), recompute: false, turn });
  const again = async (): Promise<void> => {
    setBusy(true);
    try {
      await ask("Topics", { w: route.workspace, recompute: true });
      world.changed();
    } catch (error) {
      world.tell(error instanceof Refusal ? `Not done. ${error.message}` : String(error));
    }
    setBusy(false);
  };
  return (
    <>
      <h1>Topics</h1>
      <Shown of={found}>
        {({ topics: it }) => it && (
          <>
            <p class="row"><span>{it.run ? `Computed ${when(it.run.computedAt)} over ${many(it.entities, "thing")}.` : "Not computed yet."}{it.stale && it.run && ` The memory has gone on by ${many(it.staleBy, "write")} since.`}{it.refreshing && " It is being computed."}</span>
              <button type="button" disabled={busy} onClick={() => void again()}>{busy ? "Computing…" : "Compute now"}</button></p>
            {it.reason && <p class="hint" data-empty>{it.reason}</p>}
            <div class="topics">
              {it.topics.map((topic) => (
                <section key={topic.id ?? topic.name} class="topic">
                  <h2><bdi>{topic.name}</bdi></h2>
                  <p class="by">{many(topic.size, "thing")}, {many(topic.records, "record")}</p>
                  <ul class="ranked">{topic.central.map((one) => <li key={one.entity.id}><meter min={0} max={topic.central[0]?.rank ?? 1} value={one.rank} aria-label={`rank ${one.rank.toFixed(2)}`} /><Name entity={one.entity} /></li>)}</ul>
                  {topic.decisions.length > 0 && <><h3>Key decisions</h3>{topic.decisions.map((one) => <RecordLine key={one.record} record={one} />)}</>}
                  {topic.central[0] && <a href={to(route, "graph", "", { focus: topic.central[0].entity.id, scope: "around" })}>In the graph</a>}
                </section>
              ))}
            </div>
            {it.isolated > 0 && <p class="hint">{many(it.isolated, "thing")} {it.isolated === 1 ? "stands" : "stand"} alone.</p>}
          </>
        )}
      </Shown>
    </>
  );
}

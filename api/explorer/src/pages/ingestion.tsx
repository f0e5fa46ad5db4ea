// Ingestion: how far each run is, and what failed and why.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useAsk } from "../ask";
import type { Doc, IngestionAnswer } from "../model";
import { useWorld } from "../parts/context";
import { Part, Shown } from "../parts/small";
import { asked } from "../route";
import { many, plain, when } from "../words";

export function Ingestion(): JSX.Element {
  const { route, turn } = useWorld();
  const found = useAsk<IngestionAnswer>("Ingestion", { ...asked(route), turn });
  const running = found.data?.ingests?.ingests.some((one) => one.state === "running" && !one.stale) ?? false;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(found.again, 2_000);
    return () => clearTimeout(timer);
  }, [running, found.data]);
  return (
    <>
      <h1>Ingestion</h1>
      <Shown of={found} empty={(data) => (data.ingests?.ingests.length || data.documents?.documents.length ? null : "Nothing was ingested. `graphmem ingest FOLDER` takes in documents.")}>
        {({ ingests, failed, documents }) => (
          <>
            <Part title="Runs" total={ingests?.ingests.length ?? 0}>
              {ingests?.ingests.map((one) => (
                <div key={one.id} class="record">
                  <strong><bdi>{one.path}</bdi></strong> <span class={one.state === "failed" || one.stale ? "mark" : "kind"}>{one.stale ? "stopped without a word" : plain(one.state)}</span>
                  <div class="row"><progress max={Math.max(one.total, 1)} value={one.done} aria-label={`${one.done} of ${one.total}`} /> {one.done} of {many(one.total, "document")}{one.failed > 0 && <span class="mark">{one.failed} failed</span>}</div>
                  <div class="by">{plain(one.source)} · {one.author} · {when(one.startedAt)} to {when(one.updatedAt)}</div>
                  {one.reason && <p class="wrong"><bdi>{one.reason}</bdi></p>}{one.stale && <p class="hint">Run the same ingest again: it goes on from there.</p>}
                </div>
              ))}
            </Part>
            {failed && failed.documents.length > 0 && <Part title="To try again" total={failed.documents.length}>{failed.documents.map((one) => <Line key={one.id} it={one} />)}</Part>}
            <Part title="Documents" total={documents?.documents.length ?? 0} more={documents?.cursor != null}>{documents?.documents.map((one) => <Line key={one.id} it={one} />)}</Part>
          </>
        )}
      </Shown>
    </>
  );
}

function Line({ it }: { it: Doc }): JSX.Element {
  return (
    <div class={it.state === "gone" || it.state === "forgotten" ? "record past" : "record"}>
      <bdi>{it.title ?? it.document}</bdi> <span class={it.state === "failed" ? "mark" : "kind"}>{plain(it.state)}</span>
      <div class="by"><bdi>{it.path}</bdi> · version {it.version} · {when(it.updatedAt)}</div>
      {it.reason && <p class="wrong"><bdi>{it.reason}</bdi></p>}{it.notes.map((note, n) => <p key={n} class="hint"><bdi>{note}</bdi></p>)}
    </div>
  );
}

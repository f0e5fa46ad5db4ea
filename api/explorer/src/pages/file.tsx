// One file: what went wrong in it, what was decided about it, and what depends on the code that its records name.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAsk } from "../ask";
import type { FileAnswer, Touching } from "../model";
import { useWorld } from "../parts/context";
import { Name, Part, RecordLine, Shown } from "../parts/small";
import { asked, to } from "../route";
import { plain } from "../words";

export function File(): JSX.Element {
  const { route } = useWorld();
  const [path, setPath] = useState(route.thing);
  const found = useAsk<{ file: FileAnswer | null }>(route.thing ? "File" : null, { ...asked(route), path: route.thing });
  return (
    <>
      <h1>File{route.thing && <>: <bdi>{route.thing}</bdi></>}</h1>
      <form class="ask" onSubmit={(event) => { event.preventDefault(); location.hash = to(route, "file", path.trim()); }}>
        <label for="path">Path</label>
        <input id="path" value={path} spellcheck={false} placeholder="src/…" onInput={(event) => setPath(event.currentTarget.value)} />
        <button type="submit" class="main">Show</button>
      </form>
      {!route.thing ? <div class="state" data-empty>Give a path below the project’s root, as records name it.</div> : (
        <Shown of={found} empty={(data) => (data.file && !data.file.records.length && !data.file.problems.length && !data.file.decisions.length ? "No record names this file." : null)}>
          {({ file: it }) => it && (
            <>
              <Touched title="Problems" of={it.problems} more={it.problemsTruncated} />
              <Touched title="Decisions" of={it.decisions} more={it.decisionsTruncated} />
              <Touched title="Other records" of={it.records} more={it.recordsTruncated} />
              {it.components.length > 0 && (
                <Part title="What depends on it">
                  {it.components.map((part) => (
                    <div key={part.entity.id} class="statement"><Name entity={part.entity} />
                      <ul class="plain">{part.dependents.map((one) => <li key={one.entity.id}>← <Name entity={one.entity} /> <span class="reason"><bdi>{one.path[0] && `${plain(one.path[0].type)}: ${one.path[0].reason}`}</bdi></span></li>)}</ul>
                      {!part.dependents.length && <p class="hint">Nothing, as far as was stated.</p>}</div>
                  ))}
                </Part>
              )}
            </>
          )}
        </Shown>
      )}
    </>
  );
}

function Touched({ title, of, more }: { title: string; of: Touching[]; more: boolean }): JSX.Element | null {
  if (!of.length) return null;
  return (
    <Part title={title} total={of.length} more={more}>
      {of.map((one) => <RecordLine key={one.record} record={one}><div class="by">{one.touches.map((t, n) => <span key={n}>{t.lines && `lines ${t.lines}`} {t.commit && <code>{t.commit}</code>} </span>)}</div></RecordLine>)}
    </Part>
  );
}

// Beside the picture: the chosen thing in words, what a change of it reaches, or the way to another.
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAsk } from "../ask";
import { hopColour } from "../graph/colours";
import { degrees, type Picture } from "../graph/picture";
import { LOOKED_AT } from "../graph/scene";
import type { Impact, Neighbours, PathAnswer } from "../model";
import { useWorld } from "../parts/context";
import { Find } from "../parts/find";
import { Dot, EndedMark, PastTaskLine, Shown } from "../parts/small";
import { asked, change, choose, expand, to } from "../route";
import { many, plain, when } from "../words";

export function Beside({ picture, impact, path }: { picture: Picture | null; impact: Impact | null; path: PathAnswer | null }): JSX.Element {
  const { route } = useWorld();
  const focus = route.options["focus"];
  return (
    <aside class="beside" aria-label="The chosen thing">
      {focus ? <Chosen id={focus} impact={impact} path={path} picture={picture} /> : <Most picture={picture} />}
    </aside>
  );
}

function Most({ picture }: { picture: Picture | null }): JSX.Element | null {
  const most = useMemo(() => {
    if (!picture) return [];
    const found = degrees(picture);
    return [...picture.things.values()].map((thing) => ({ thing, links: found.get(thing.id) ?? 0 })).sort((a, b) => b.links - a.links || a.thing.name.localeCompare(b.thing.name)).slice(0, 40);
  }, [picture]);
  if (!most.length) return null;
  return (
    <>
      <h2>Most connected</h2>
      <ul class="plain">
        {most.map(({ thing, links }) => (
          <li key={thing.id}><button type="button" class="as-link" onClick={() => choose(thing.id)}><Dot type={thing.type} /><bdi>{thing.name}</bdi> <small>{many(links, "link")}</small></button></li>
        ))}
      </ul>
      <p class="hint">Choose a thing here or in the picture. A double click shows its surroundings; {picture!.lines.size > LOOKED_AT ? "a click on" : "pointing at"} a link says why it is there.</p>
    </>
  );
}

function Chosen({ id, impact, path, picture }: { id: string; impact: Impact | null; path: PathAnswer | null; picture: Picture | null }): JSX.Element {
  const { route, turn } = useWorld();
  const near = useAsk<{ neighbours: Neighbours | null }>("Neighbours", { ...asked(route), name: id, turn });
  const mode = route.options["mode"] ?? "";
  const turnMode = (wanted: string): void => change({ mode: mode === wanted ? "" : wanted, to: "" });
  return (
    <Shown of={near}>
      {({ neighbours }) => neighbours && (
        <>
          <h2><Dot type={neighbours.entity.type} /><a href={to(route, "entity", neighbours.entity.id)}><bdi>{neighbours.entity.name}</bdi></a> <small>{plain(neighbours.entity.type)}</small></h2>
          <div class="buttons">
            <button type="button" aria-pressed={mode === "impact"} onClick={() => turnMode("impact")}>Impact</button>
            <button type="button" aria-pressed={mode === "path"} onClick={() => turnMode("path")}>Path to…</button>
            <button type="button" onClick={() => expand(id)}>Expand</button>
            <button type="button" onClick={() => change({ focus: "", mode: "", to: "" })}>Close</button>
          </div>
          {mode === "impact" ? <Reached impact={impact} /> : mode === "path" ? <Way path={path} /> : <><Links answer={neighbours} /><Past id={neighbours.entity.id} picture={picture} /></>}
        </>
      )}
    </Shown>
  );
}

function Links({ answer }: { answer: Neighbours }): JSX.Element {
  if (!answer.neighbours.length) return <p class="hint" data-empty>No link holds here.</p>;
  return (
    <ul class="plain">
      {answer.neighbours.flatMap(({ entity, links }) => links.map((link) => (
        <li key={`${entity.id} ${link.type} ${link.direction}`}>
          <span class="said"><b><Dot relation type={link.type} />{link.direction === "in" ? "← " : link.direction === "out" ? "→ " : "— "}{plain(link.type)}</b>{" "}
            <button type="button" class="as-link" onClick={() => choose(entity.id)}><Dot type={entity.type} /><bdi>{entity.name}</bdi></button></span>
          <div class="reason"><bdi>{link.evidence[0]?.reason}</bdi>{link.evidenceTotal > 1 && <small> and {many(link.evidenceTotal - 1, "more statement")}</small>}</div>
        </li>
      )))}
      {answer.cursor && <li class="hint">There are more.</li>}
    </ul>
  );
}

/** Links of the chosen thing that no longer hold, as far as they are drawn. */
function Past({ id, picture }: { id: string; picture: Picture | null }): JSX.Element | null {
  const { route } = useWorld();
  const past = [...(picture?.lines.values() ?? [])].filter((line) => line.ended && (line.source === id || line.target === id));
  if (!past.length || !picture) return null;
  return (
    <>
      <h3>No longer</h3>
      <ul class="plain">
        {past.map((line) => {
          const other = picture.things.get(line.source === id ? line.target : line.source)!;
          return (
            <li key={line.key} class="past"><span class="said"><b><Dot relation type={line.type} />{line.source === id ? "→ " : "← "}{plain(line.type)}</b> <bdi>{other.name}</bdi></span>{" "}
              <a href={to(route, "entity", id, { view: "history", to: other.id })}>how it ended</a></li>
          );
        })}
      </ul>
    </>
  );
}

function Reached({ impact }: { impact: Impact | null }): JSX.Element {
  const { route, theme } = useWorld();
  const depth = Number(route.options["depth"] ?? 3);
  if (!impact) return <p class="hint" role="status">Loading…</p>;
  return (
    <>
      <label class="row">As far as <input type="range" min={1} max={6} value={depth} aria-valuetext={many(depth, "hop")} onChange={(event) => change({ depth: event.currentTarget.value === "3" ? "" : event.currentTarget.value }, true)} /> {many(depth, "hop")}</label>
      <p data-reached>{impact.dependents.length ? `A change reaches ${many(impact.dependents.length, "thing")}${impact.truncated ? " and more" : ""}.` : "Nothing depends on it."}{impact.inCycle && " It depends on itself, through others."}</p>
      <ul class="plain">
        {impact.dependents.map((one) => {
          const last = one.path.at(-1);
          return (
            <li key={one.entity.id}>
              <span class="dot" style={{ background: hopColour(one.hop, theme) }} aria-hidden="true" />
              <button type="button" class="as-link" onClick={() => choose(one.entity.id)}><bdi>{one.entity.name}</bdi></button> <small>{many(one.hop, "hop")}</small>
              {last && <div class="reason"><bdi>{last.source} {plain(last.type)} {last.target}: {last.reason}</bdi></div>}
            </li>
          );
        })}
      </ul>
      <h3>What went wrong, and what was decided</h3>
      {!impact.risks.length && <p class="hint">Nothing is recorded.</p>}
      <ul class="plain">
        {impact.risks.map((risk) => (
          <li key={risk.record} class={risk.holds ? "" : "past"}>
            <a href={to(route, "record", risk.record)}><bdi>{risk.title}</bdi></a> <EndedMark it={{ holds: risk.holds, validTo: null, endReason: null }} />
            <div class="by">{plain(risk.kind)} · {when(risk.at)} · about <bdi>{risk.about.name}</bdi></div>
          </li>
        ))}
      </ul>
      {impact.pastTasks.length > 0 && <h3>Work that went wrong there{impact.pastTasksTruncated && ", the newest"}</h3>}
      {impact.pastTasks.map((task) => <PastTaskLine key={task.id} task={task} />)}
    </>
  );
}

function Way({ path }: { path: PathAnswer | null }): JSX.Element {
  return (
    <>
      <Find label="To which thing?" pick={(entity) => change({ to: entity.id })} clear={false} />
      {path && !path.found && <p data-reached>No way leads from <bdi>{path.source.name}</bdi> to <bdi>{path.target.name}</bdi>{path.truncated ? " within what was looked at" : ""}.</p>}
      {path?.found && (
        <>
          <p data-reached>{many(path.steps.length, "step")} to <bdi>{path.target.name}</bdi></p>
          <ol class="plain">
            {path.steps.map((step) => (
              <li key={`${step.entity.id}`}>
                <span class="said"><b><Dot relation type={step.type} />{step.forward ? "→ " : "← "}{plain(step.type)}</b> <button type="button" class="as-link" onClick={() => choose(step.entity.id)}><Dot type={step.entity.type} /><bdi>{step.entity.name}</bdi></button></span>
                <div class="reason"><bdi>{step.reason}</bdi></div>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

// The graph: all of a workspace or the surroundings of a thing, what a change reaches, the way between two things.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, Refusal, useAsk, type Asking } from "../ask";
import { ENTITY_TYPES, hopColour, RELATION_TYPES } from "../graph/colours";
import { addLine, addNeighbours, addThing, filtered, fromGraph, keyOf, nothing, type Picture } from "../graph/picture";
import type { Place } from "../graph/places";
import { Scene, type Hearing, type Marks } from "../graph/scene";
import type { GraphAnswer, Impact, Neighbours, PathAnswer } from "../model";
import { useWorld } from "../parts/context";
import { Find } from "../parts/find";
import { Dot } from "../parts/small";
import { asked, change, choose, expand } from "../route";
import { many, number, plain } from "../words";
import { Beside } from "./graph_beside";

const LIMITS = ["500", "2000", "20000"];
// Where things stand, for as long as the page is open: another day is the same picture with other links.
const PLACES = new Map<string, Map<string, Place>>();
const set = (text: string | undefined): Set<string> => new Set((text ?? "").split(",").filter(Boolean));

export function Graph(): JSX.Element {
  const { route, turn } = useWorld();
  const options = route.options;
  const focus = options["focus"] ?? "", mode = options["mode"] ?? "";
  const around = options["scope"] === "around" && (focus !== "" || !!options["open"]);
  const whole = useAsk<{ graph: GraphAnswer | null }>(around ? null : "Graph", {
    ...asked(route), limit: Number(options["limit"] ?? 2000), ended: options["ended"] === "1", turn });
  const near = useNear(around ? [...set(options["open"] || focus)] : [], asked(route));
  const impact = useAsk<{ impact: Impact | null }>(mode === "impact" && focus ? "Impact" : null, { ...asked(route), name: focus, depth: Number(options["depth"] ?? 3), turn });
  const way = useAsk<{ path: PathAnswer | null }>(mode === "path" && focus && options["to"] ? "Path" : null, { ...asked(route), a: focus, b: options["to"], turn });
  const base = useMemo(() => (around ? near.data : whole.data?.graph ? fromGraph(whole.data.graph) : null), [around, near.data, whole.data]);
  const reached = mode === "impact" ? impact.data?.impact ?? null : null, path = mode === "path" ? way.data?.path ?? null : null;
  const picture = useMemo(() => {
    if (!base) return null;
    const grown = withAnswers(base, reached, path);
    const keep = new Set([focus, ...(reached?.dependents.map((d) => d.entity.id) ?? []), ...(path?.steps.map((s) => s.entity.id) ?? [])]);
    return filtered(grown, { hiddenTypes: set(options["without"]), hiddenRelations: set(options["unlinked"]), isolated: options["isolated"] === "1", keep });
  }, [base, reached, path, options["without"], options["unlinked"], options["isolated"], focus]);
  const marks = useMemo(() => marksOf(reached, path, picture), [reached, path, picture]);
  const failed = (around ? near : whole).error ?? impact.error ?? way.error;
  return (
    <>
      <h1 class="away">Graph of {route.workspace}</h1>
      <Controls base={base} picture={picture} />
      <div class="middle">
        {failed && <div class="state over" role="alert"><strong>This could not be shown</strong><p>{failed.message}</p><button type="button" onClick={() => { whole.again(); impact.again(); way.again(); }}>Try again</button></div>}
        {!base && !failed && <div class="state over loading" role="status">Loading…</div>}
        {picture && !picture.things.size && <div class="state over" data-empty>Nothing is connected here{options["at"] ? ` as of ${options["at"]}` : " yet"}. {base?.things.size ? "The filters, or “things without links”, show more." : ""}</div>}
        {picture && <Canvas picture={picture} marks={marks} busy={whole.loading || near.loading || impact.loading || way.loading} />}
        {reached && <Legend depth={Math.max(0, ...reached.dependents.map((d) => d.hop))} />}
      </div>
      <Beside picture={picture} impact={reached} path={path} />
    </>
  );
}

/** The surroundings of a few things, put together. */
function useNear(ids: string[], clocks: Record<string, string>): Asking<Picture> {
  const [state, setState] = useState<{ data: Picture | null; error: Refusal | null; loading: boolean }>({ data: null, error: null, loading: false });
  const [turn, setTurn] = useState(0);
  const key = JSON.stringify([ids, clocks]);
  useEffect(() => {
    if (!ids.length) {
      setState({ data: null, error: null, loading: false });
      return undefined;
    }
    const stop = new AbortController();
    setState((was) => ({ ...was, loading: true, error: null }));
    Promise.all(ids.map((id) => ask<{ neighbours: Neighbours }>("Neighbours", { ...clocks, name: id }, stop.signal))).then(
      (answers) => {
        const picture = nothing();
        for (const { neighbours } of answers) {
          addNeighbours(picture, neighbours);
          picture.truncated ||= neighbours.cursor !== null;
        }
        setState({ data: picture, error: null, loading: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ data: null, error: error instanceof Refusal ? error : new Refusal(String(error), "UNKNOWN"), loading: false });
      });
    return () => stop.abort();
  }, [key, turn]);
  return { ...state, again: () => setTurn((n) => n + 1) };
}

/** The picture, with what an answer leads to beyond it. */
function withAnswers(base: Picture, impact: Impact | null, path: PathAnswer | null): Picture {
  const grown: Picture = { ...base, things: new Map(base.things), lines: new Map(base.lines) };
  if (impact) {
    addThing(grown, impact.entity);
    for (const one of impact.dependents) addThing(grown, one.entity);
    const ids = idsOf(impact);
    for (const one of impact.dependents) for (const step of one.path) {
      const source = ids.get(step.source), target = ids.get(step.target);
      if (source && target) addLine(grown, source, step.type, target);
    }
  }
  if (path?.found) {
    addThing(grown, path.source);
    for (const [here, step] of walked(path)) {
      addThing(grown, step.entity);
      if (step.forward) addLine(grown, here, step.type, step.entity.id);
      else addLine(grown, step.entity.id, step.type, here);
    }
  }
  return grown;
}

const idsOf = (impact: Impact): Map<string, string> => new Map([impact.entity, ...impact.dependents.map((d) => d.entity)].map((e) => [e.name, e.id]));

function* walked(path: PathAnswer): Generator<[string, PathAnswer["steps"][number]]> {
  let here = path.source.id;
  for (const step of path.steps) {
    yield [here, step];
    here = step.entity.id;
  }
}

function marksOf(impact: Impact | null, path: PathAnswer | null, picture: Picture | null): Marks | null {
  if (impact && picture) {
    const hops = new Map([[impact.entity.id, 0], ...impact.dependents.map((d): [string, number] => [d.entity.id, d.hop])]);
    const reading = new Set(["depends_on", "required_by", "implements"]);
    const lines = new Set([...picture.lines.values()].filter((l) => reading.has(l.type) && hops.has(l.source) && hops.has(l.target)).map((l) => l.key));
    return { hops, lines, byHop: true };
  }
  if (path?.found) {
    const hops = new Map([[path.source.id, 0]]), lines = new Set<string>();
    let hop = 0;
    for (const [here, step] of walked(path)) {
      hops.set(step.entity.id, ++hop);
      lines.add(step.forward ? keyOf(here, step.type, step.entity.id) : keyOf(step.entity.id, step.type, here));
      if (step.type === "related_to") lines.add(keyOf(step.entity.id, step.type, here));
    }
    return { hops, lines, byHop: false };
  }
  return null;
}

function Controls({ base, picture }: { base: Picture | null; picture: Picture | null }): JSX.Element {
  const { route } = useWorld();
  const options = route.options;
  const counts = useMemo(() => {
    const types = new Map<string, number>(), relations = new Map<string, number>();
    for (const thing of base?.things.values() ?? []) types.set(thing.type, (types.get(thing.type) ?? 0) + 1);
    for (const line of base?.lines.values() ?? []) relations.set(line.type, (relations.get(line.type) ?? 0) + 1);
    return { types, relations };
  }, [base]);
  return (
    <aside class="controls" aria-label="What is shown">
      <Find label="Find a thing" pick={(entity) => choose(entity.id)} />
      <label class="row">Show
        <select value={options["scope"] === "around" ? "around" : options["limit"] ?? "2000"} onChange={(event) => {
          const value = event.currentTarget.value;
          change(value === "around" ? { scope: "around", open: options["focus"] ?? "" } : { scope: "", open: "", limit: value === "2000" ? "" : value });
        }}>
          {LIMITS.map((limit) => <option key={limit} value={limit}>up to {number(Number(limit))} things</option>)}
          <option value="around" disabled={!options["focus"]}>around the chosen one</option>
        </select>
      </label>
      <label class="switch"><input type="checkbox" checked={options["ended"] === "1"} disabled={options["scope"] === "around"} onChange={(event) => change({ ended: event.currentTarget.checked ? "1" : "" }, true)} /> what has ended, faded</label>
      <label class="switch"><input type="checkbox" checked={options["isolated"] === "1"} onChange={(event) => change({ isolated: event.currentTarget.checked ? "1" : "" }, true)} /> things without links</label>
      <Choice title="Things" known={ENTITY_TYPES} counts={counts.types} option="without" />
      <Choice title="Links" known={RELATION_TYPES} counts={counts.relations} option="unlinked" relation />
      {picture && <p class="hint" data-count>{many(picture.things.size, "thing")}, {many(picture.lines.size, "link")}{base?.truncated && ` of ${base.total ? number(base.total) : "more"}: those that most is said of`}</p>}
    </aside>
  );
}

function Choice({ title, known, counts, option, relation = false }: { title: string; known: string[]; counts: Map<string, number>; option: string; relation?: boolean }): JSX.Element {
  const { route } = useWorld();
  const hidden = set(route.options[option]);
  const shown = [...new Set([...known.filter((type) => counts.has(type) || hidden.has(type)), ...counts.keys()])];
  const turn = (type: string, on: boolean): void => {
    if (on) hidden.delete(type);
    else hidden.add(type);
    change({ [option]: [...hidden].join(",") }, true);
  };
  return (
    <fieldset>
      <legend>{title}</legend>
      {shown.map((type) => (
        <label class="switch" key={type}>
          <input type="checkbox" checked={!hidden.has(type)} onChange={(event) => turn(type, event.currentTarget.checked)} />
          <Dot type={type} relation={relation} /> {plain(type)} <small>{number(counts.get(type) ?? 0)}</small>
        </label>
      ))}
    </fieldset>
  );
}

interface Over { text: string; reason: string; x: number; y: number }
interface Between { history: { links: { source: string; target: string; type: string; reason: string; author: string; since: string | null; holds: boolean; endReason: string | null }[] } }

function Canvas({ picture, marks, busy }: { picture: Picture; marks: Marks | null; busy: boolean }): JSX.Element {
  const world = useWorld();
  const { route, theme } = world;
  const box = useRef<HTMLDivElement>(null), scene = useRef<Scene | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const chosen = useChosen(picture);
  const [broken, setBroken] = useState(""), [settled, setSettled] = useState(false), [drawn, setDrawn] = useState(0);
  const now = useRef({ route, picture });
  now.current = { route, picture };
  useEffect(() => {
    const known = PLACES.get(route.workspace) ?? new Map<string, Place>();
    PLACES.set(route.workspace, known);
    let turn = 0;
    const hearing: Hearing = {
      pick: (id) => (id ? choose(id) : change({ focus: "", mode: "", to: "" })),
      open: expand,
      settled: () => setSettled(true),
      over: (line, x, y) => {
        const mine = ++turn;
        if (!line) return setOver(null);
        const { things } = now.current.picture;
        const source = things.get(line.source)?.name ?? "", target = things.get(line.target)?.name ?? "";
        setOver({ text: `${source} ${plain(line.type)} ${target}`, reason: "…", x, y });
        ask<Between>("Between", { ...asked(now.current.route), a: line.source, b: line.target }).then(({ history }) => {
          const found = history.links.filter((l) => l.type === line.type), held = found.filter((l) => l.holds);
          const told = (held.length ? held : found).map((l) => `${l.reason} (${l.author}${l.since ? `, since ${l.since.slice(0, 10)}` : ""}${l.holds ? "" : `, ended: ${l.endReason ?? ""}`})`);
          if (mine === turn) setOver((was) => was && { ...was, reason: told.join("\n") });
        }, (error: unknown) => setOver((was) => was && { ...was, reason: String(error) }));
      },
    };
    try {
      scene.current = new Scene(box.current!, hearing, known);
    } catch (error) {
      setBroken(String(error));
    }
    return () => { scene.current?.close(); scene.current = null; };
  }, [route.workspace]);
  useEffect(() => { setSettled(false); scene.current?.show(picture, { theme, chosen, marks }); setDrawn((n) => n + 1); }, [picture, route.workspace]);
  useEffect(() => { scene.current?.paint({ theme, chosen, marks }); }, [theme, chosen, marks]);
  if (broken) return <div class="state over" role="alert">This browser cannot draw the graph (WebGL is missing). Everything in it stands in the lists beside.</div>;
  return (
    <>
      <div ref={box} class="canvas" role="img" aria-label={`Graph of ${many(picture.things.size, "thing")} and ${many(picture.lines.size, "link")}; the same is listed beside it`}
        data-things={picture.things.size} data-links={picture.lines.size} data-drawn={drawn} data-settled={settled && !busy} aria-busy={busy} />
      {over && (
        <div class="tip" role="tooltip" style={{ left: `${over.x + 14}px`, top: `${over.y + 14}px` }}>
          <strong><bdi>{over.text}</bdi></strong><div class="reason">{over.reason}</div>
        </div>
      )}
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" aria-label="Nearer" onClick={() => scene.current?.zoom(0.66)}>+</button>
        <button type="button" aria-label="Farther" onClick={() => scene.current?.zoom(1.5)}>−</button>
        <button type="button" aria-label="All of it" onClick={() => scene.current?.zoom(0)}>⤢</button>
        {chosen && picture.things.has(chosen) && <button type="button" aria-label="To the chosen thing" onClick={() => scene.current?.centre(chosen)}>◎</button>}
      </div>
    </>
  );
}

/** The id of the chosen thing, which an address may also name. */
function useChosen(picture: Picture): string | null {
  const { route } = useWorld();
  const focus = route.options["focus"] ?? "";
  return useMemo(() => {
    if (!focus || picture.things.has(focus)) return focus || null;
    const named = focus.toLowerCase();
    return [...picture.things.values()].find((thing) => thing.name.toLowerCase() === named)?.id ?? null;
  }, [picture, focus]);
}

function Legend({ depth }: { depth: number }): JSX.Element {
  const { theme } = useWorld();
  return (
    <ol class="legend" aria-label="Colours by hop">
      {Array.from({ length: depth + 1 }, (_, hop) => (
        <li key={hop}><span class="dot" style={{ background: hopColour(hop, theme) }} aria-hidden="true" />{hop === 0 ? "changes" : many(hop, "hop")}</li>
      ))}
    </ol>
  );
}

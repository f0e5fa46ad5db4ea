// The frame: which workspace, which page, which day; who asks; and what was just done.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, Refusal, token, useAsk } from "./ask";
import type { WorkspaceLine } from "./model";
import { Cards } from "./pages/cards";
import { Entity } from "./pages/entity";
import { File } from "./pages/file";
import { Graph } from "./pages/graph";
import { Ingestion } from "./pages/ingestion";
import { RadarPage } from "./pages/radar";
import { RecordPage } from "./pages/record";
import { Review } from "./pages/review";
import { Rules } from "./pages/rules";
import { Search } from "./pages/search";
import { TaskPage } from "./pages/task";
import { TimelinePage } from "./pages/timeline";
import { Topics } from "./pages/topics";
import { ClockBar } from "./parts/clock";
import { WorldContext, type World } from "./parts/context";
import { to, useRoute, type Page, type Route } from "./route";
import { useTheme } from "./theme";
import { many } from "./words";

const SHOWN: Record<Page, () => JSX.Element> = {
  graph: Graph, search: Search, entity: Entity, radar: RadarPage, review: Review, topics: Topics, timeline: TimelinePage, file: File, cards: Cards, rules: Rules, ingestion: Ingestion, record: RecordPage, task: TaskPage,
};
const TABS: [Page, string, string][] = [
  ["graph", "Graph", "g"], ["search", "Search", "s"], ["radar", "Radar", "r"], ["review", "Review", "v"], ["topics", "Topics", "t"],
  ["timeline", "Timeline", "l"], ["file", "File", "f"], ["cards", "Cards", "c"], ["rules", "Rules", "u"],
  ["ingestion", "Ingestion", "i"],
];

interface Said { text: string; undo?: (() => Promise<void>) | undefined; n: number }

export function App(): JSX.Element {
  const route = useRoute();
  const [theme, turnTheme] = useTheme();
  const [said, setSaid] = useState<Said[]>([]);
  const [turn, setTurn] = useState(0);
  const [entry, setEntry] = useState(0); // counts sign-ins: everything is asked anew
  const last = useRef(0);
  const world: World = useMemo(() => ({
    route, theme, turn,
    tell: (text, undo) => setSaid((was) => [{ text, undo, n: ++last.current }, ...was].slice(0, 4)),
    changed: () => setTurn((n) => n + 1),
  }), [route, theme, turn]);
  useEffect(() => {
    const changed = (): void => setEntry((n) => n + 1);
    addEventListener("graphmem:token", changed);
    return () => removeEventListener("graphmem:token", changed);
  }, []);
  useKeys(route);
  useEffect(() => { document.title = [route.thing && "·", route.page, route.workspace, "graphmem"].filter((p) => p && p !== "·").join(" · "); }, [route]);
  const here = useAsk<{ workspaces: WorkspaceLine[] }>("Workspaces", { entry, turn });
  const signedOut = here.error?.code === "TOKEN_REFUSED";
  return (
    <WorldContext.Provider value={world}>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>To the content</a>
      <header class="top">
        <a class="brand" href="#/">graphmem</a>
        {route.workspace && <Workspaces lines={here.data?.workspaces ?? []} route={route} />}
        {route.workspace && (
          <nav aria-label="Pages">
            {TABS.map(([page, title, key]) => (
              <a key={page} href={to(route, page)} aria-current={route.page === page ? "page" : undefined} title={`${title} (g ${key})`}>{title}</a>
            ))}
          </nav>
        )}
        <span class="right">
          <button type="button" onClick={turnTheme} aria-label={`Turn to ${theme === "dark" ? "light" : "dark"}`}>{theme === "dark" ? "☀" : "☾"}</button>
          {token.get() && !signedOut && <button type="button" onClick={() => token.set("")}>Sign out</button>}
        </span>
      </header>
      {route.workspace && !signedOut && <ClockBar key={`${route.workspace} ${entry}`} />}
      <main id="main" tabIndex={-1} class={route.workspace && route.page === "graph" ? "page graph" : "page"}>
        {signedOut ? <SignIn /> : route.workspace ? <Shell key={`${route.workspace} ${entry}`} route={route} /> : <Home asking={here} />}
      </main>
      <div class="toasts" role="status" aria-live="polite">
        {said.map((one) => (
          <div class="toast" key={one.n}>
            <span><bdi>{one.text}</bdi></span>
            {one.undo && <button type="button" onClick={() => { setSaid((was) => was.filter((s) => s.n !== one.n)); void one.undo!(); }}>Undo</button>}
            <button type="button" aria-label="Close" onClick={() => setSaid((was) => was.filter((s) => s.n !== one.n))}>×</button>
          </div>
        ))}
      </div>
    </WorldContext.Provider>
  );
}

function Shell({ route }: { route: Route }): JSX.Element {
  const Shows = SHOWN[route.page];
  return <Shows />;
}

function Workspaces({ lines, route }: { lines: WorkspaceLine[]; route: Route }): JSX.Element {
  const names = new Set([...lines.map((line) => line.id), route.workspace]);
  return (
    <select aria-label="Workspace" value={route.workspace} onChange={(event) => { location.hash = `#/w/${encodeURIComponent(event.currentTarget.value)}/${["record", "entity", "task"].includes(route.page) ? "graph" : route.page}`; }}>
      {[...names].map((name) => <option key={name} value={name}>{name}</option>)}
    </select>
  );
}

function Home({ asking }: { asking: ReturnType<typeof useAsk<{ workspaces: WorkspaceLine[] }>> }): JSX.Element {
  if (asking.error) return <div class="state" role="alert"><strong>Nothing can be shown</strong><p>{asking.error.message}</p><button type="button" onClick={asking.again}>Try again</button></div>;
  if (!asking.data) return <div class="state loading" role="status">Loading…</div>;
  const lines = asking.data.workspaces;
  return (
    <>
      <h1>Workspaces</h1>
      {!lines.length && <div class="state" data-empty>There is no workspace yet that you may see. <code>graphmem demo</code> makes two; <code>graphmem workspace create NAME</code> makes an empty one.</div>}
      <ul class="tiles">
        {lines.map((line) => (
          <li key={line.id}><a href={`#/w/${encodeURIComponent(line.id)}/graph`}><strong><bdi>{line.id}</bdi></strong><span>{many(line.records, "record")}, {many(line.entities, "thing")}</span></a></li>
        ))}
      </ul>
      <p class="hint">For programs: <a href="/queries">GraphQL with a query page</a>.</p>
    </>
  );
}

function SignIn(): JSX.Element {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const enter = async (event: Event): Promise<void> => {
    event.preventDefault();
    const before = token.get();
    sessionStorage.setItem("graphmem.token", text.trim());
    try {
      await ask("Workspaces");
      token.set(text.trim());
    } catch (error) {
      if (before) sessionStorage.setItem("graphmem.token", before);
      else sessionStorage.removeItem("graphmem.token");
      setWrong(error instanceof Refusal ? error.message : String(error));
    }
  };
  return (
    <form class="signin" onSubmit={(event) => void enter(event)}>
      <h1>Sign in</h1>
      <p>This server asks for a token. An administrator makes one: <code>graphmem token create NAME --kind person --role WORKSPACE=reader</code></p>
      <label for="token">Token</label>
      <input id="token" type="password" autocomplete="off" required value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit" class="main">Sign in</button>
      {wrong && <p class="wrong" role="alert">{wrong}</p>}
      <p class="hint">It stays in this tab until you close it.</p>
    </form>
  );
}

/** `g` and a letter goes to a page, `/` to the search. */
function useKeys(route: Route): void {
  useEffect(() => {
    let armed = 0;
    const pressed = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !route.workspace) return;
      const page = TABS.find(([, , key]) => key === event.key)?.[0];
      if (event.key === "/") {
        event.preventDefault();
        location.hash = to(route, "search");
      } else if (Date.now() - armed < 1_500 && page) location.hash = to(route, page);
      armed = event.key === "g" && Date.now() - armed >= 1_500 ? Date.now() : 0;
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [route]);
}

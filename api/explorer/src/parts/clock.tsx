// The two clocks: a slider over the days of the workspace moves `valid_at`, a switch moves `as_of` with it.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAsk } from "../ask";
import { change } from "../route";
import { useWorld } from "./context";

interface Span { first: { asOf: string; events: { at: string | null }[] } | null }
const DAY = 86_400_000;
const dayOf = (time: string): number => Math.floor(Date.parse(/^\d{4}$/.test(time) ? `${time}-01-01` : /^\d{4}-\d\d$/.test(time) ? `${time}-01` : time) / DAY);
const written = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

export function ClockBar(): JSX.Element {
  const { route, turn } = useWorld();
  const span = useAsk<Span>(route.workspace ? "Span" : null, { w: route.workspace });
  useEffect(() => { if (turn) span.again(); }, [turn]);
  const at = route.options["at"] ?? "";
  const [day, setDay] = useState<number | null>(null);
  const waiting = useRef(0);
  const told = span.data?.first;
  const last = told ? dayOf(told.asOf) : 0;
  const first = Math.min(told?.events[0]?.at ? dayOf(told.events[0].at) : last, last);
  useEffect(() => setDay(null), [at]);
  if (!told) return <div class="clock" aria-hidden="true" />;
  const shown = day ?? (at ? Math.min(dayOf(at), last + 1) : last + 1);
  const go = (value: number): void => change({ at: value > last ? "" : written(value), ...(value > last ? { known: "" } : {}) }, true);
  const slide = (value: number): void => {
    setDay(value);
    clearTimeout(waiting.current);
    waiting.current = window.setTimeout(() => go(value), 120);
  };
  const date = shown > last ? "now" : written(shown);
  return (
    <div class={at ? "clock past" : "clock"} role="group" aria-label="Time">
      <label for="slider">As of</label>
      <input id="slider" type="range" min={first} max={last + 1} step={1} value={shown} aria-valuetext={date} onInput={(event) => slide(Number(event.currentTarget.value))} />
      <output for="slider">{at && !/^\d{4}-\d\d-\d\d$/.test(at) && day === null ? at : date}</output>
      <input type="date" aria-label="Day" value={shown > last ? "" : written(shown)} min={written(first)} max={written(last)}
        onChange={(event) => change({ at: event.currentTarget.value }, true)} />
      <label class="switch"><input type="checkbox" checked={!!route.options["known"]} disabled={!at}
        onChange={(event) => change({ known: event.currentTarget.checked ? "1" : "" }, true)} /> as known then</label>
      <button type="button" disabled={!at} onClick={() => change({ at: "", known: "" }, true)}>Now</button>
    </div>
  );
}

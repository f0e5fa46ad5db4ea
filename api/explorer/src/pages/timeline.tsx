// The timeline: what began and what ended, by year, month and day.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ask, Refusal, useAsk } from "../ask";
import type { Moment, TimelineAnswer } from "../model";
import { useWorld } from "../parts/context";
import { counted, EndedMark, RecordLine, Shown, Statement } from "../parts/small";
import { asked, change } from "../route";
import { many, number, when } from "../words";

// The grain below the one we are at: years of all time, months of a year, days of a month; written, each is so long.
const GRAINS: Record<number, string> = { 4: "year", 7: "month", 10: "day" };
const widthIn = (period: string): number => (period.length >= 7 ? 10 : period.length === 4 ? 7 : 4);

export function TimelinePage(): JSX.Element {
  const { route, turn } = useWorld();
  const { period = "", clock = "valid" } = route.options;
  const variables = { ...asked(route), clock, by: GRAINS[widthIn(period)], ...(period ? { start: period, end: period } : {}), turn };
  const found = useAsk<{ timeline: TimelineAnswer | null }>("Timeline", variables);
  return (
    <>
      <h1>Timeline</h1>
      <div class="row">
        <Crumbs period={period} />
        <label>By <select value={clock} onChange={(event) => change({ clock: event.currentTarget.value === "valid" ? "" : "recorded" })}><option value="valid">when it held</option><option value="recorded">when it was learned</option></select></label>
      </div>
      <Shown of={found} empty={(data) => (data.timeline?.events.length ? null : `Nothing happened${period ? ` in ${period}` : " yet"}.`)}>
        {({ timeline }) => <Told first={timeline!} variables={variables} period={period} />}
      </Shown>
    </>
  );
}

/** The way back up, and the periods before and after. */
function Crumbs({ period }: { period: string }): JSX.Element {
  const parts = period ? period.split("-") : [];
  const ups = ["", ...parts.map((_, n) => parts.slice(0, n + 1).join("-"))];
  return (
    <nav class="crumbs" aria-label="Period">
      {ups.map((up) => <button key={up} type="button" aria-current={up === period ? "true" : undefined} onClick={() => change({ period: up })}>{up || "all time"}</button>)}
      {period && <><button type="button" aria-label="Period before" onClick={() => change({ period: beside(period, -1) })}>‹</button><button type="button" aria-label="Period after" onClick={() => change({ period: beside(period, 1) })}>›</button></>}
    </nav>
  );
}

export function beside(period: string, by: number): string {
  const [year = 0, month, day] = period.split("-").map(Number);
  if (day !== undefined) return new Date(Date.UTC(year, (month ?? 1) - 1, day + by)).toISOString().slice(0, 10);
  if (month !== undefined) return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
  return String(year + by).padStart(4, "0");
}

function Told({ first, variables, period }: { first: TimelineAnswer; variables: Record<string, unknown>; period: string }): JSX.Element {
  const world = useWorld();
  const [more, setMore] = useState<TimelineAnswer[]>([]);
  useEffect(() => setMore([]), [first]);
  const events = [first, ...more].flatMap((page) => page.events);
  const cursor = (more.at(-1) ?? first).cursor;
  const next = async (): Promise<void> => {
    try {
      const told = await ask<{ timeline: TimelineAnswer }>("Timeline", { ...variables, by: null, cursor });
      setMore((was) => [...was, told.timeline]);
    } catch (error) {
      world.tell(error instanceof Refusal ? error.message : String(error));
    }
  };
  const width = widthIn(period);
  const groups = useMemo(() => grouped(events, width), [events, width]);
  const counts = new Map(first.counts.map((one) => [one.period, one.events]));
  const total = first.counts.reduce((sum, one) => sum + one.events, 0), least = first.countsTruncated;
  return (
    <>
      <p class="by" data-total>{counted(total, "event", least)}{events.length < total && `, the first ${number(events.length)} of them below`}{least && `; counted up to ${first.counts.at(-1)?.period}: a shorter period is counted whole`}</p>
      {first.counts.length > 1 && <Bars counts={first.counts} width={width} />}
      {groups.map(([name, inside]) => (
        <section class="part" key={name}>
          <h2>{width < 10 ? <button type="button" class="as-link" onClick={() => change({ period: name })}>{name}</button> : name} <small>{inside.length < (counts.get(name) ?? 0) ? `${number(inside.length)} of ${many(counts.get(name)!, "event")}` : many(inside.length, "event")}</small></h2>
          <ol class="moments">{inside.map((moment, n) => <li key={n} class={moment.event}><Event moment={moment} /></li>)}</ol>
        </section>
      ))}
      {cursor && <button type="button" onClick={() => void next()}>More</button>}
    </>
  );
}

/** How much happened in each part of the period; each leads into it. */
function Bars({ counts, width }: { counts: TimelineAnswer["counts"]; width: number }): JSX.Element {
  const most = Math.max(...counts.map((one) => one.events));
  return (
    <ol class="bars" aria-label="How much happened">
      {counts.map((one) => (
        <li key={one.period}><button type="button" class="bar" onClick={() => change({ period: one.period })}>
          <span class="away">{`${one.period}: ${many(one.events, "event")}`}</span>
          <small aria-hidden="true">{number(one.events)}</small><span class="height" style={{ height: `${Math.max(3, (64 * one.events) / most)}px` }} /><small aria-hidden="true">{width === 4 ? one.period : one.period.slice(width === 7 ? 5 : 8)}</small>
        </button></li>
      ))}
    </ol>
  );
}

function grouped(events: Moment[], width: number): [string, Moment[]][] {
  const found = new Map<string, Moment[]>();
  for (const moment of events) {
    const name = (moment.at ?? "without a date").slice(0, width);
    found.set(name, [...(found.get(name) ?? []), moment]);
  }
  return [...found];
}

function Event({ moment }: { moment: Moment }): JSX.Element {
  return (
    <>
      <span class="kind">{moment.event}</span> <time>{when(moment.at)}</time>
      {moment.link ? <Statement it={moment.link} /> : <RecordLine record={moment.record} />}
      {moment.ending && <EndedMark it={{ holds: false, ...moment.ending }} />}
      {moment.linksTotal > 0 && <details><summary>{many(moment.linksTotal, "link")}</summary>{moment.links.map((one, n) => <Statement key={n} it={one} />)}</details>}
    </>
  );
}

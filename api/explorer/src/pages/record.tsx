// One record: what it says, what it states, how it ended and what it replaced.
import type { JSX } from "preact";
import { useAsk } from "../ask";
import type { Rec, RecordAnswer } from "../model";
import { acts, WithReason } from "../parts/acts";
import { useWorld } from "../parts/context";
import { EndedMark, Name, Part, RecordLine, Shown, Statement } from "../parts/small";
import { asked, to } from "../route";
import { plain, when } from "../words";

export function RecordPage(): JSX.Element {
  const world = useWorld();
  const { route } = world;
  const found = useAsk<{ record: RecordAnswer | null }>(route.thing ? "Record" : null, { ...asked(route), id: route.thing, turn: world.turn });
  if (!route.thing) return <div class="state" data-empty>No record was named.</div>;
  return (
    <Shown of={found}>
      {({ record: it }) => it && (
        <article>
          <h1><bdi>{it.record.title}</bdi> <EndedMark it={it.record} /></h1>
          <p class="by"><span class="kind">{plain(it.record.kind)}</span> {when(it.record.at)} · {it.record.author}{it.onBehalfOf && ` for ${it.onBehalfOf}`}{it.record.session && ` · ${it.record.session}`} · <code>{it.record.record}</code></p>
          <dl class="facts wide">
            {Object.entries(it.content).filter(([, value]) => value !== null && value !== "").map(([name, value]) => <><dt key={name}>{plain(name)}</dt><dd><bdi>{String(value)}</bdi></dd></>)}
            {it.text && <><dt>text</dt><dd class="text"><bdi>{it.text}</bdi></dd></>}
          </dl>
          {it.ends.length > 0 && <Part title="Ends"><ul class="ends">{it.ends.map((end, n) => <li key={n}>{plain(end.how)}, until {when(end.validTo)}, learned {when(end.learned)}, by {end.by}{end.undone && `, undone ${when(end.undone)}`}{end.why && <>: <bdi>{end.why}</bdi></>}</li>)}</ul></Part>}
          <Part title="States" total={it.relations.length}>{it.relations.map((one) => <Statement key={one.id} it={one} ended={one} />)}</Part>
          <Part title="About" total={it.entities.length}><ul class="plain">{it.entities.map((one) => <li key={one.entity.id}><Name entity={one.entity} /> {one.description && <span class="reason"><bdi>{one.description}</bdi></span>}</li>)}</ul></Part>
          {it.files.length > 0 && <Part title="Files"><ul class="plain">{it.files.map((file) => <li key={file}><a href={to(route, "file", file.replace(/(:\d+(-\d+)?)?(@\w+)?$/, ""))}><bdi>{file}</bdi></a></li>)}</ul></Part>}
          <Others title="Replaces" of={it.supersedes} /><Others title="Corrects" of={it.corrects} /><Others title="Replaced by" of={it.supersededBy} />
          <Others title="Corrected by" of={it.correctedBy} /><Others title="Ended" of={it.endedRecords} />
          {it.endedRelations.length > 0 && <Part title="Links that it ended">{it.endedRelations.map((one, n) => <Statement key={n} it={one} />)}</Part>}
          <div class="buttons">
            {it.record.holds
              ? <WithReason label="It no longer holds" hint="what changed" act={(reason) => acts.forget(world, it.record.record, it.record.title, reason)} />
              : <WithReason label="It was ended by mistake" hint="why it still holds" act={(reason) => acts.reinstate(world, it.record.record, it.record.title, reason)} />}
          </div>
        </article>
      )}
    </Shown>
  );
}

function Others({ title, of }: { title: string; of: Rec[] }): JSX.Element | null {
  return of.length ? <Part title={title}>{of.map((one) => <RecordLine key={one.record} record={one} />)}</Part> : null;
}

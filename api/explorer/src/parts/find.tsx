// Finding a thing by the beginning of its name; a list box that the keyboard reaches.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { useAsk } from "../ask";
import type { Brief } from "../model";
import { asked } from "../route";
import { plain } from "../words";
import { useWorld } from "./context";
import { Dot } from "./small";

interface Found { entities: { entities: { entity: Brief; names: string[] }[] } }

export function Find({ label, pick, clear = true }: { label: string; pick: (entity: Brief) => void; clear?: boolean }): JSX.Element {
  const { route } = useWorld();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const id = useId();
  const found = useAsk<Found>(text.trim() ? "Names" : null, { ...asked(route), prefix: text.trim() });
  const lines = open && text.trim() ? found.data?.entities?.entities ?? [] : [];
  const take = (entity: Brief): void => {
    setText(clear ? "" : entity.name);
    setOpen(false);
    pick(entity);
  };
  const keys = (event: KeyboardEvent): void => {
    const line = lines[at];
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, lines.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Escape") setOpen(false);
    else if (event.key === "Enter" && line) take(line.entity);
    else return;
    event.preventDefault();
  };
  return (
    <div class="find">
      <label for={id}>{label}</label>
      <input id={id} type="text" role="combobox" autocomplete="off" spellcheck={false} aria-expanded={lines.length > 0} aria-controls={`${id}-list`}
        {...(lines[at] ? { "aria-activedescendant": `${id}-${at}` } : {})} value={text} placeholder="the beginning of a name"
        onInput={(event) => { setText(event.currentTarget.value); setAt(0); setOpen(true); }} onKeyDown={keys} onBlur={() => setTimeout(() => setOpen(false), 150)} />
      <ul id={`${id}-list`} role="listbox" aria-label={label} hidden={!lines.length}>
        {lines.map(({ entity, names }, n) => (
          <li id={`${id}-${n}`} key={entity.id} role="option" aria-selected={n === at} onMouseDown={(event) => { event.preventDefault(); take(entity); }}>
            <Dot type={entity.type} /><bdi>{entity.name}</bdi> <small>{plain(entity.type)}{names.length > 1 && ` · ${names.filter((o) => o !== entity.name).join(", ")}`}</small>
          </li>
        ))}
      </ul>
      {open && text.trim() && found.data && !lines.length && <p class="hint" role="status">No name begins so.</p>}
    </div>
  );
}

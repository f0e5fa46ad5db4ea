// What a person may do, each with the way back where there is one.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { ask, Refusal } from "../ask";
import type { Brief, Done, RuleLine } from "../model";
import type { World } from "./context";

type Told = Record<string, Done>;

/** Does one thing, says so and offers to undo it; what is refused is said as it is. */
async function does(world: World, operation: string, variables: Record<string, unknown>, said: string, undo?: (done: Done) => () => Promise<void>): Promise<boolean> {
  try {
    const told = await ask<Told>(operation, { w: world.route.workspace, ...variables });
    const done = Object.values(told)[0] ?? { id: null, warnings: [] };
    const warned = (done.warnings ?? []).map((w) => w.message).join(" ");
    world.tell(warned ? `${said} ${warned}` : said, undo?.(done));
    world.changed();
    return true;
  } catch (error) {
    world.tell(error instanceof Refusal ? `Not done. ${error.message}` : String(error));
    return false;
  }
}

/** What a person made of a candidate; without words of its own, `into` leaves the other rule as it is. */
export interface Approval {
  rule: string | null; why: string | null; how: string | null; scope: string; tags: string[] | null; into: string | null; replaces: string[] | null; reason: string | null;
}
const madeNew = (wanted: Approval): boolean => !wanted.into && !wanted.replaces;
const said = (wanted: Approval): string =>
  madeNew(wanted) ? "It is a rule now." : wanted.replaces ? "It is a rule now, in place of what it replaces." : wanted.rule ? "It is one rule now, in these words." : "It is part of that rule now.";

export const acts = {
  merge: (world: World, loser: Brief, survivor: Brief, reason: string) =>
    does(world, "Merge", { loser: loser.id, survivor: survivor.id, reason }, `${loser.name} is now part of ${survivor.name}.`, (done) => async () => {
      await does(world, "Unmerge", { merge: done.id, reason: "undone in the explorer" }, `${loser.name} and ${survivor.name} are two again.`);
    }),
  unmerge: (world: World, merge: string, loser: Brief, survivor: Brief, reason: string) =>
    does(world, "Unmerge", { merge, reason }, `${loser.name} and ${survivor.name} are two again.`),
  markDifferent: (world: World, one: Brief, other: Brief) =>
    does(world, "MarkDifferent", { one: one.id, other: other.id, undo: false }, `${one.name} and ${other.name} are marked as different.`, () => async () => {
      await does(world, "MarkDifferent", { one: one.id, other: other.id, undo: true }, "The mark is taken back.");
    }),
  dismiss: (world: World, key: string, what: string) =>
    does(world, "Dismiss", { key, reason: null }, `Dismissed: ${what}.`, () => async () => {
      await acts.undismiss(world, key, what);
    }),
  undismiss: (world: World, key: string, what: string) => does(world, "Undismiss", { key }, `Shown again: ${what}.`),
  forget: (world: World, record: string, title: string, reason: string) =>
    does(world, "Forget", { record, reason }, `Ended: ${title}.`, () => async () => {
      await does(world, "Reinstate", { id: record, reason: "undone in the explorer" }, `It holds again: ${title}.`);
    }),
  reinstate: (world: World, id: string, title: string, reason: string) => does(world, "Reinstate", { id, reason }, `It holds again: ${title}.`),
  card: (world: World, kind: string, text: string, version: number | null) => does(world, "Card", { kind, text, version }, "The card is written."),
  approve: (world: World, candidate: string, wanted: Approval) =>
    does(world, "Approve", { candidate, ...wanted }, said(wanted), madeNew(wanted) ? (done) => async () => {
      await does(world, "RetireRule", { rule: done.id, reason: "undone in the explorer" }, "The rule has ended.");
    } : undefined),
  reject: (world: World, candidate: string, reason: string) => does(world, "Reject", { candidate, reason }, "It will not be a rule."),
  retireRule: (world: World, rule: string, reason: string) => does(world, "RetireRule", { rule, reason }, "The rule has ended."),
  reword: async (world: World, old: RuleLine, rule: string, corrections: string[]) => {
    try {
      const { proposeRule } = await ask<{ proposeRule: Done }>("ProposeRule", { w: world.route.workspace, rule, why: old.why, how: old.how, tags: old.tags, corrections });
      const wanted = { rule: null, why: null, how: null, scope: "workspace", tags: null, into: null, replaces: [old.id], reason: null };
      return await acts.approve(world, proposeRule.id ?? "", wanted);
    } catch (error) {
      world.tell(error instanceof Refusal ? `Not done. ${error.message}` : String(error));
      return false;
    }
  },
  consolidate: (world: World) => does(world, "Consolidate", {}, "Looked for corrections that recur."),
  describe: (world: World, entity: Brief, description: string) => does(world, "Describe", { name: entity.id, description }, `${entity.name} is described.`),
};

/** A button that first asks why. */
export function WithReason({ label, hint, act }: { label: string; hint: string; act: (reason: string) => Promise<boolean> }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const id = useId();
  if (!open) return <button type="button" onClick={() => setOpen(true)}>{label}</button>;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (reason.trim() && (await act(reason.trim()))) setOpen(false);
  };
  return (
    <form class="why" onSubmit={(event) => void send(event)} onKeyDown={(event) => { if (event.key === "Escape") setOpen(false); }}>
      <label for={id}>Why?</label>
      <input id={id} value={reason} placeholder={hint} required ref={(input) => { if (input && !input.value) input.focus(); }} onInput={(event) => setReason(event.currentTarget.value)} />
      <button type="submit">{label}</button>
      <button type="button" onClick={() => setOpen(false)}>Cancel</button>
    </form>
  );
}

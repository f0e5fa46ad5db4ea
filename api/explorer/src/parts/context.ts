import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Theme } from "../graph/colours";
import type { Route } from "../route";

/** What every part may need: where we are, how it looks, and how to say something. */
export interface World {
  route: Route;
  theme: Theme;
  tell: (text: string, undo?: () => Promise<void>) => void;
  changed: () => void; // something was written: what is shown is asked again
  turn: number;
}
export const WorldContext = createContext<World | null>(null);

export function useWorld(): World {
  const world = useContext(WorldContext);
  if (!world) throw new Error("outside of the app");
  return world;
}

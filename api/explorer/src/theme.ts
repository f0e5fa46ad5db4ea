// Light or dark: what the system says, until someone says otherwise.
import { useEffect, useState } from "preact/hooks";
import type { Theme } from "./graph/colours";

const KEY = "graphmem.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const current = (): Theme => (localStorage.getItem(KEY) as Theme | null) ?? (dark.matches ? "dark" : "light");

export function useTheme(): [Theme, () => void] {
  const [theme, set] = useState(current);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  useEffect(() => {
    const changed = (): void => set(current());
    dark.addEventListener("change", changed);
    return () => dark.removeEventListener("change", changed);
  }, []);
  const turn = (): void => {
    const next = theme === "dark" ? "light" : "dark";
    localStorage.setItem(KEY, next);
    set(next);
  };
  return [theme, turn];
}

// The one door: GraphQL. What it refuses becomes an `Asked` error with the code of docs/errors.md.
import { useEffect, useRef, useState } from "preact/hooks";
import text from "./questions.graphql?raw";

export class Refusal extends Error {
  constructor(message: string, readonly code: string) {
    super(message);
  }
}

const TOKEN = "graphmem.token";
export const token = {
  get: (): string => sessionStorage.getItem(TOKEN) ?? "",
  set(value: string): void {
    if (value) sessionStorage.setItem(TOKEN, value);
    else sessionStorage.removeItem(TOKEN);
    dispatchEvent(new Event("graphmem:token"));
  },
};

interface Definition {
  text: string;
  spreads: string[];
}
const definitions = new Map<string, Definition>();
for (const part of text.split(/^(?=query |mutation |fragment )/m)) {
  const name = /^(?:query|mutation|fragment) (\w+)/.exec(part)?.[1];
  if (name) definitions.set(name, { text: part, spreads: [...part.matchAll(/\.\.\.(\w+)/g)].map((m) => m[1]!) });
}

/** An operation with the fragments that it spreads, and those that they spread. */
function documentOf(name: string): string {
  const wanted = new Set([name]);
  for (const one of wanted) for (const spread of definitions.get(one)?.spreads ?? []) wanted.add(spread);
  return [...wanted].map((one) => definitions.get(one)?.text ?? "").join("");
}

export type Variables = Record<string, unknown>;

/** Asks one operation; raises `Refusal`. */
export async function ask<T>(operation: string, variables: Variables = {}, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (token.get()) headers["authorization"] = `Bearer ${token.get()}`;
  const body = JSON.stringify({ query: documentOf(operation), operationName: operation, variables });
  let answer: Response;
  try {
    answer = await fetch("/graphql", { method: "POST", headers, body, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal("The server does not answer. Is `graphmem serve` still running?", "UNREACHABLE");
  }
  const told = (await answer.json()) as { data?: T; errors?: { message: string; extensions?: { code?: string } }[] };
  const first = told.errors?.[0];
  if (first) throw new Refusal(first.message, first.extensions?.code ?? "UNKNOWN");
  return told.data as T;
}

export interface Asking<T> {
  data: T | null;
  error: Refusal | null;
  loading: boolean;
  again: () => void;
}

/** Asks while a component is shown, anew when a variable changes; what was there stays until the next answer has come. */
export function useAsk<T>(operation: string | null, variables: Variables = {}): Asking<T> {
  const [state, set] = useState<{ data: T | null; error: Refusal | null; loading: boolean }>(
    { data: null, error: null, loading: operation !== null });
  const [turn, setTurn] = useState(0);
  const key = operation === null ? null : JSON.stringify([operation, variables]);
  const last = useRef(operation);
  useEffect(() => {
    if (operation === null) {
      set({ data: null, error: null, loading: false });
      return undefined;
    }
    const stop = new AbortController();
    const kept = last.current === operation;
    last.current = operation;
    set((was) => ({ data: kept ? was.data : null, error: null, loading: true }));
    ask<T>(operation, variables, stop.signal).then(
      (data) => set({ data, error: null, loading: false }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        set({ data: null, error: error instanceof Refusal ? error : new Refusal(String(error), "UNKNOWN"), loading: false });
      });
    return () => stop.abort();
  }, [key, turn]);
  return { ...state, again: () => setTurn((n) => n + 1) };
}

// How things are said.
export const plain = (word: string): string => word.replaceAll("_", " ");

/** A time as it was given: a day stays a day, an instant is shown to the minute in UTC. */
export function when(time: string | null | undefined): string {
  if (!time) return "";
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time);
  return match ? `${match[1]} ${match[2]}` : time;
}

export const number = (n: number): string => n.toLocaleString("en");
export const many = (n: number, one: string, more = `${one}s`): string => `${number(n)} ${n === 1 ? one : more}`;

/** A passage as whole lines. */
interface Passage {
  readonly lines: readonly string[];
  /** True if the passage includes the end of its last line. */
  readonly endsLine: boolean;
}

/** Splits a passage into lines: a final `\n` ends its last line and does not begin an empty one. */
export function toPassage(text: string): Passage {
  const endsLine = text.endsWith('\n');
  return { lines: (endsLine ? text.slice(0, -1) : text).split('\n'), endsLine };
}

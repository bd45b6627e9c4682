/** A heading of Markdown. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly title: string;
}

/** Reads a line that is a heading. */
export function readHeading(line: string): Heading | undefined {
  const [, marks, text] = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
  if (marks === undefined || text === undefined) return undefined;
  return {
    level: marks.length,
    title: text
      .trimEnd()
      .replace(/(?<=\s)#+$/, '')
      .trimEnd(),
  };
}

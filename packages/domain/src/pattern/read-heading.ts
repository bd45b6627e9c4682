/** A heading of Markdown. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly title: string;
}

/** Parses a line as a heading; `undefined` for any other line. */
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

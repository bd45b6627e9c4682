/** Lines about one aspect of an object. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Shorter parts of a message are repeated instead of referenced. */
const worthPointing = 80;

/** Joins sections that have lines. A long message that ends an earlier line is written once. */
export function joinSections(sections: readonly (Section | undefined)[]): string {
  const said = new Set<string>();
  return sections
    .filter((section): section is Section => section !== undefined && section.lines.length > 0)
    .map(({ title, lines }) => [`# ${title}`, ...lines.map((line) => withoutRepeat(line, said))].join('\n'))
    .join('\n');
}

/**
 * Replaces the last parts of a line with a reference if an earlier line ends with them. Parts end with a colon or a
 * semicolon.
 */
function withoutRepeat(line: string, said: Set<string>): string {
  const bare = line.replace(/; not ready(?:; .*)?$/, '');
  const starts = [...bare.matchAll(/: /g)].map(({ index }) => index + 2);
  const ends = starts.map((start) => bare.slice(start)).filter((end) => end.length >= worthPointing);
  const known = ends.find((end) => said.has(end));
  for (const end of ends) said.add(end);
  return known === undefined
    ? line
    : `${line.slice(0, bare.length - known.length)}(as above)${line.slice(bare.length)}`;
}

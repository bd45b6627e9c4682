/** Lines about one side of an object. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Shorter parts of a message are repeated. */
const worthPointing = 80;

/** Puts sections that have lines below one another. A long message that an earlier line ends with is written once. */
export function joinSections(sections: readonly (Section | undefined)[]): string {
  const said = new Set<string>();
  return sections
    .filter((section): section is Section => section !== undefined && section.lines.length > 0)
    .map(({ title, lines }) => [`# ${title}`, ...lines.map((line) => withoutRepeat(line, said))].join('\n'))
    .join('\n');
}

/** A line that ends with a reference where an earlier one had its last parts. Parts end with a colon or a semicolon. */
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

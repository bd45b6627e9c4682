/** Lines about one side of an object. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Leaves out sections with nothing in them, and puts the others below one another. */
export function joinSections(sections: readonly (Section | undefined)[]): string {
  return sections
    .filter((section): section is Section => section !== undefined && section.lines.length > 0)
    .map(({ title, lines }) => [`# ${title}`, ...lines].join('\n'))
    .join('\n');
}

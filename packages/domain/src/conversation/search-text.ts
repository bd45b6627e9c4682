const maxWords = 8;
const maxLead = 40;
const maxExcerpt = 160;

/** The words that a person searches for; what comes after the eighth is not looked at. */
export function toSearchWords(query: string): readonly string[] {
  return query
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords);
}

/** A piece of a text around the first of the words that is in it, on one line. */
export function toExcerpt(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const lower = line.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place !== -1);
  const start = toWordStart(line, places.length === 0 ? 0 : Math.min(...places));
  const piece = line.slice(start, start + maxExcerpt).trimEnd();
  return `${start > 0 ? '… ' : ''}${piece}${start + maxExcerpt < line.length ? ' …' : ''}`;
}

/** Where a word begins, a little before a place; the place less the whole lead where there is no space between. */
function toWordStart(line: string, place: number): number {
  if (place <= maxLead) return 0;
  const space = line.indexOf(' ', place - maxLead);
  return space === -1 || space >= place ? place - maxLead : space + 1;
}

const maxWords = 8;
const maxLead = 40;
const maxExcerpt = 160;

/** Splits a search query into words, at most eight. */
export function toSearchWords(query: string): readonly string[] {
  return query
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords);
}

/** Returns an excerpt around the first matching word, on one line. */
export function toExcerpt(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const lower = line.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place !== -1);
  const start = toWordStart(line, places.length === 0 ? 0 : Math.min(...places));
  const piece = line.slice(start, start + maxExcerpt).trimEnd();
  return `${start > 0 ? '… ' : ''}${piece}${start + maxExcerpt < line.length ? ' …' : ''}`;
}

/**
 * Returns the start of a word shortly before a place; the full lead before it if there is no space between.
 */
function toWordStart(line: string, place: number): number {
  if (place <= maxLead) return 0;
  const space = line.indexOf(' ', place - maxLead);
  return space === -1 || space >= place ? place - maxLead : space + 1;
}

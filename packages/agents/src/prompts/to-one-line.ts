/** Quotes and marks of emphasis; those of one family open and close each other. */
const families = ['"“”„', "'‘’‚", '«»', '*', '_'];
const letter = /[\p{L}\p{N}]/u;
const beforeOpening = /[\s([{\-–—/:#]/u;
const ignored = /(?:[#\s]|title:\s)+/iy;

/**
 * Converts a model's text to one line: removes surrounding Markdown and quotes, joins white space, and truncates at a
 * word boundary.
 */
export function toOneLine(text: string, maxLength: number): string {
  const line = removeSurroundingQuotes(text.replace(/\*\*|__|`/g, '').replace(/\s+/g, ' '));
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}

/** Removes quotes and emphasis that surround a line or have no counterpart in it, with headings and `Title:` before it. */
function removeSurroundingQuotes(line: string): string {
  const counterparts = findCounterparts(line);
  let start = 0;
  let end = line.length;
  for (;;) {
    ignored.lastIndex = start;
    start += ignored.exec(line)?.[0].length ?? 0;
    while (end > start && line[end - 1] === ' ') end -= 1;
    const last = end - 1;
    if (start > last) return '';
    if (counterparts.get(start) === last) {
      start += 1;
      end -= 1;
    } else if (isUnpaired(start)) start += 1;
    else if (isUnpaired(last)) end -= 1;
    else return line.slice(start, end);
  }

  function isUnpaired(place: number): boolean {
    return familyOf(line[place]) !== -1 && !counterparts.has(place);
  }
}

/** Returns the place of the counterpart of each quote that has one. An apostrophe within a word is no quote. */
function findCounterparts(line: string): ReadonlyMap<number, number> {
  const counterparts = new Map<number, number>();
  const opened = families.map((): number[] => []);
  let newest = -1;
  for (let place = 0; place < line.length; place += 1) {
    const own = opened[familyOf(line[place])];
    const [before = ' ', after = ' '] = [line[place - 1], line[place + 1]];
    if (own === undefined || (letter.test(before) && letter.test(after))) continue;
    const isAfterGap = beforeOpening.test(before) || newest === place - 1;
    if (isAfterGap && after !== ' ') {
      own.push(place);
      newest = place;
    } else if (before !== ' ') {
      const counterpart = own.pop();
      if (counterpart !== undefined) counterparts.set(counterpart, place).set(place, counterpart);
    }
  }
  return counterparts;
}

/** Returns the index of the family of a quote; -1 for any other character. */
function familyOf(character = ' '): number {
  return families.findIndex((family) => family.includes(character));
}

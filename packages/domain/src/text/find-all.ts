/** Where a text stands in another, as {@link findRun} finds it. An empty text stands in an empty text only. */
export function findAll(text: string, needle: string, limit: number): readonly number[] {
  return findRun({
    length: text.length,
    needleLength: needle.length,
    limit,
    isRepeated: (left, right) => needle.charCodeAt(left) === needle.charCodeAt(right),
    isMatch: (place, index) => text.charCodeAt(place) === needle.charCodeAt(index),
  });
}

/** Where a run of lines stands among others, as {@link findRun} finds it. */
export function findLines(lines: readonly string[], needle: readonly string[], limit: number): readonly number[] {
  return findRun({
    length: lines.length,
    needleLength: needle.length,
    limit,
    isRepeated: (left, right) => needle[left] === needle[right],
    isMatch: (place, index) => lines[place] === needle[index],
  });
}

interface RunSearch {
  readonly length: number;
  readonly needleLength: number;
  /** Places beyond this many are not looked for. */
  readonly limit: number;
  /** Whether two elements of the needle are the same. */
  readonly isRepeated: (left: number, right: number) => boolean;
  /** Whether an element of what is searched is the same as one of the needle. */
  readonly isMatch: (place: number, index: number) => boolean;
}

/**
 * Where the needle begins, in order, overlapping places included.
 *
 * After Knuth, Morris and Pratt, whose time grows with the lengths alone: over long texts of one character, `indexOf` takes
 * hours, and texts come from whoever asks.
 */
function findRun({ length, needleLength, limit, isRepeated, isMatch }: RunSearch): readonly number[] {
  if (needleLength === 0) return length === 0 ? [0] : [];
  const borders = new Uint32Array(needleLength);
  const fallBack = (matched: number) => borders[matched - 1] ?? 0;
  for (let at = 1, matched = 0; at < needleLength; at++) {
    while (matched > 0 && !isRepeated(at, matched)) matched = fallBack(matched);
    if (isRepeated(at, matched)) matched++;
    borders[at] = matched;
  }
  const places: number[] = [];
  for (let at = 0, matched = 0; at < length && places.length < limit; at++) {
    while (matched > 0 && !isMatch(at, matched)) matched = fallBack(matched);
    if (isMatch(at, matched)) matched++;
    if (matched === needleLength) {
      places.push(at - matched + 1);
      matched = fallBack(matched);
    }
  }
  return places;
}

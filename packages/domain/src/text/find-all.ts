/**
 * Returns the places of a text in another, as {@link findRun} finds them. An empty text occurs in an empty
 * text only.
 */
export function findAll(text: string, needle: string, limit: number): readonly number[] {
  return findRun({
    length: text.length,
    needleLength: needle.length,
    limit,
    isRepeated: (left, right) => needle.charCodeAt(left) === needle.charCodeAt(right),
    isMatch: (place, index) => text.charCodeAt(place) === needle.charCodeAt(index),
  });
}

/** Returns the places of a run of lines among others, as {@link findRun} finds them. */
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
  /** Maximum number of places to find. */
  readonly limit: number;
  /** Checks whether two elements of the needle are equal. */
  readonly isRepeated: (left: number, right: number) => boolean;
  /** Checks whether an element of the searched text equals one of the needle. */
  readonly isMatch: (place: number, index: number) => boolean;
}

/**
 * Returns the start of each occurrence of the needle, in order, overlapping ones included.
 *
 * Uses the algorithm of Knuth, Morris and Pratt, whose time is linear in the lengths: over long texts of one
 * character, `indexOf` takes hours, and texts are untrusted input.
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

/** More places than this are not told apart. */
export const maxOccurrences = 100;

/**
 * Where `needle` begins in `text`, overlapping places included, at most {@link maxOccurrences}. An empty needle is in an
 * empty text only.
 */
export function findAll(text: string, needle: string): readonly number[] {
  if (needle === '') return text === '' ? [0] : [];
  const places: number[] = [];
  let at = text.indexOf(needle);
  while (at >= 0 && places.length < maxOccurrences) {
    places.push(at);
    at = text.indexOf(needle, at + 1);
  }
  return places;
}

/** The smallest bound that leaves room for the notice which names the cut, in characters. */
export const smallestTextBound = 200;

/**
 * Keeps the head and the tail of a text that exceeds `maxChars` and names the number of characters left out between them.
 * The result is at most `maxChars` long, which is at least {@link smallestTextBound}. `remedy` returns the next step for a
 * cut that begins at `offset`.
 */
export function boundText(
  text: string,
  maxChars: number,
  remedy: (offset: number) => string = () => 'ask for less to see them',
): string {
  if (text.length <= maxChars) return text;
  const notice = (left: number, offset: number): string =>
    `\n[… ${left} of ${text.length} characters left out here; ${remedy(offset)} …]\n`;
  const room = maxChars - notice(text.length, text.length).length;
  const head = sliceCharacters(text, 0, Math.ceil((room * 2) / 3));
  const tail = sliceCharacters(text, text.length - Math.floor(room / 3), text.length);
  return head + notice(text.length - head.length - tail.length, head.length) + tail;
}

/** A slice that never splits a surrogate pair. */
export function sliceCharacters(text: string, start: number, end: number): string {
  const from = isLowSurrogate(text, start) && start > 0 ? start + 1 : start;
  const to = isLowSurrogate(text, end) ? end - 1 : end;
  return text.slice(from, to);
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}

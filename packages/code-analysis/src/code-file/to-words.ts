const maxLength = 2_000;
const maxRead = 200_000;

/** Joins the distinct words of texts, in their order, to at most 2,000 characters. */
export function toWords(texts: readonly string[]): string {
  const words = new Set<string>();
  let length = 0;
  let read = 0;
  for (const text of texts) {
    if (read > maxRead || length > maxLength) break;
    const part = text.slice(0, maxRead);
    read += part.length;
    for (const [word] of part.matchAll(/[\p{L}\p{N}_$]{2,60}/gu)) {
      if (words.has(word)) continue;
      length += word.length + 1;
      if (length > maxLength) break;
      words.add(word);
    }
  }
  return [...words].join(' ');
}

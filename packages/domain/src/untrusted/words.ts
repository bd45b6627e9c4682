const separators = /[\s"'`,;<>()[\]{}|\\]+/;
const edges = /^[.:!?*#=-]+|[.:!?*=]+$/g;

/** Longer words are compared by their beginning, to bound the time of the expressions below. */
const longest = 512;

/** Yields the words of a text without punctuation around them; `a=b` also counts as its parts. */
export function* toWords(text: string): Generator<string> {
  for (const piece of text.split(separators)) {
    if (piece.length === 0) continue;
    const word = piece.slice(0, longest).replace(edges, '');
    yield word;
    if (word.includes('=')) yield* word.split('=');
  }
}

const image = /^([\w.-]+(?::\d+)?(?:\/[\w.-]+)+)(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?$/;
const url = /^[a-z][a-z\d+.-]*:\/\/(?:[^@/]*@)?([^/:?#]+)/i;

/**
 * Returns a word and the parts by which it can be recognized: an image without its tag, the host of a URL.
 */
export function toForms(word: string): readonly string[] {
  if (!word.includes('/')) return [word];
  const part = url.exec(word)?.[1] ?? image.exec(word)?.[1];
  return part === undefined || part === word ? [word] : [word, part];
}

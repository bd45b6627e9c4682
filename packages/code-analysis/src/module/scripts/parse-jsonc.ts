const maxDepth = 100;

/**
 * Parses JSON with comments and commas before closing brackets, in linear time.
 *
 * @throws SyntaxError for a text that is not valid, or nests more than 100 levels.
 */
export function parseJsonc(text: string): unknown {
  const parts: string[] = [];
  let depth = 0;
  let kept = 0;
  let comma = -1;
  const skip = (from: number, to: number): void => {
    parts.push(text.slice(kept, from));
    kept = to;
  };
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  skip(0, start);
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character.trim() === '') continue;
    const end = commentEnd(text, at);
    if (end !== undefined) {
      skip(at, end);
      at = end - 1;
      continue;
    }
    if ('[{'.includes(character)) depth += 1;
    if (depth > maxDepth) throw new SyntaxError(`The text nests more than ${maxDepth} levels.`);
    if (']}'.includes(character)) {
      depth -= 1;
      // Everything after the comma was skipped, or is white space.
      if (comma >= kept) {
        skip(comma, comma + 1);
      } else if (comma >= 0) dropComma(parts);
    }
    comma = character === ',' ? at : -1;
    if (character === '"') at = endOfString(text, at);
  }
  skip(text.length, text.length);
  return JSON.parse(parts.join(''));
}

/** Removes the comma that ends the parts before a comment. */
function dropComma(parts: string[]): void {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = (parts[index] ?? '').trimEnd();
    if (part === '') continue;
    if (part.endsWith(',')) parts[index] = part.slice(0, -1);
    return;
  }
}

function commentEnd(text: string, at: number): number | undefined {
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (!text.startsWith('/*', at)) return undefined;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

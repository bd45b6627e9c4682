/**
 * Returns true when objects and arrays of a JSON text are nested beyond `limit`; linear, without recursion. The result
 * for malformed text is unspecified.
 */
export function isNestedBeyond(text: string, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

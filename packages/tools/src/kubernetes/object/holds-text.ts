/** Returns true if a key or a string of a JSON value contains a text. */
export function holdsText(value: unknown, text: string): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && next.includes(text)) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      if (key.includes(text)) return true;
      open.push((next as Readonly<Record<string, unknown>>)[key]);
    }
  }
  return false;
}

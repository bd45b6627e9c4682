/**
 * Returns true if all text in a value, including its keys, has at most `limit` characters; stops counting beyond it.
 */
export function isWithin(value: unknown, limit: number): boolean {
  let left = limit;
  const open = [value];
  while (left >= 0 && open.length > 0) {
    const next = open.pop();
    left -= 1;
    if (typeof next === 'string') left -= next.length;
    else if (next instanceof Map || next instanceof Set) for (const item of next) open.push(item);
    else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        left -= key.length;
        open.push(item);
      }
    }
  }
  return left >= 0;
}

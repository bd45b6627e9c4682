/**
 * Returns true if all text in a value, including its keys, has at most `limit` characters; stops counting beyond it. A
 * byte of an array of bytes counts as a character.
 */
export function isWithin(value: unknown, limit: number): boolean {
  let left = limit;
  const open = [value];
  while (left >= 0 && open.length > 0) {
    const next = open.pop();
    left -= 1;
    if (typeof next === 'string') left -= next.length;
    else if (ArrayBuffer.isView(next)) left -= next.byteLength;
    else if (typeof next === 'object' && next !== null) left -= openInto(open, { value: next, limit: left });
  }
  return left >= 0;
}

/** Adds the parts of an object to `open`, at most `limit` of them; returns the length of their keys. */
function openInto(open: unknown[], { value, limit }: { readonly value: object; readonly limit: number }): number {
  if (value instanceof Map || value instanceof Set) {
    for (const item of value.size > limit ? [] : value) open.push(item);
    return value.size > limit ? limit + 1 : 0;
  }
  let length = 0;
  // A list of all entries would cost more than the count.
  for (const key in value) {
    length += key.length;
    if (length > limit) break;
    open.push((value as Readonly<Record<string, unknown>>)[key]);
  }
  return length;
}

import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';

/** A text in memory that threads share, and its place in a value: keys of arrays, maps and objects. */
interface SharedText {
  readonly path: readonly unknown[];
  readonly memory: SharedArrayBuffer;
  readonly encoding: 'latin1' | 'utf16le';
}

/** A value for another thread. */
export interface SharedValue {
  /** Without the shared texts. */
  readonly value: unknown;
  readonly texts: readonly SharedText[];
}

/** Shorter texts are copied with the message. */
const minLength = 65_536;

/** Longer arrays, maps and objects are copied with the message. */
const maxItems = 1_000;

/** Texts deeper in arrays, maps and objects are copied with the message. */
const maxDepth = 2;

/** The characters that are copied in one turn of the event loop. Writing to fresh memory takes several milliseconds per megabyte on slow machines. */
const partLength = 262_144;

/** Moves the long texts of a value to shared memory; between its parts the event loop turns. The value stays as it is. */
export async function shareTexts(given: unknown, signal?: AbortSignal): Promise<SharedValue> {
  const found: { readonly path: readonly unknown[]; readonly text: string }[] = [];
  const value = withoutTexts(given, [], (path, text) => found.push({ path, text }));
  const texts: SharedText[] = [];
  for (const { path, text } of found) texts.push({ path, ...(await shareText(text, signal)) });
  return { value, texts };
}

/** Returns the value with its shared texts; between them the event loop turns. */
export async function readSharedTexts({ value, texts }: SharedValue): Promise<unknown> {
  const root = [value];
  for (const { path, memory, encoding } of texts) {
    const [key, ...parents] = [0, ...path].reverse();
    const text = Buffer.from(memory).toString(encoding);
    const holder = parents.reduceRight<unknown>(getItem, root);
    if (holder instanceof Map) holder.set(key, text);
    else (holder as Record<string, unknown>)[key as string] = text;
    await setImmediate();
  }
  return root[0];
}

function getItem(holder: unknown, key: unknown): unknown {
  return holder instanceof Map ? holder.get(key) : (holder as Record<string, unknown>)[key as string];
}

/** Returns a copy whose long texts are empty. Values without one are returned themselves. */
function withoutTexts(
  value: unknown,
  path: readonly unknown[],
  found: (path: readonly unknown[], text: string) => void,
): unknown {
  if (typeof value === 'string' && value.length >= minLength) {
    found(path, value);
    return '';
  }
  if (path.length === maxDepth) return value;
  const short = (key: unknown, item: unknown): unknown => withoutTexts(item, [...path, key], found);
  if (Array.isArray(value)) return value.length > maxItems ? value : value.map((item, index) => short(index, item));
  if (value instanceof Map) {
    if (value.size > maxItems) return value;
    return new Map([...value].map(([key, item]: [unknown, unknown]) => [key, short(key, item)]));
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value);
  if (entries.length > maxItems) return value;
  return Object.fromEntries(entries.map(([key, item]) => [key, short(key, item)]));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Ends early once the signal fires: nobody reads the text then. */
async function shareText(text: string, signal: AbortSignal | undefined): Promise<Omit<SharedText, 'path'>> {
  let encoding: SharedText['encoding'] = 'latin1';
  for (let at = 0; at < text.length && encoding === 'latin1' && !signal?.aborted; at += partLength) {
    if (/[^\0-\xff]/.test(text.slice(at, at + partLength))) encoding = 'utf16le';
    await setImmediate();
  }
  const width = encoding === 'latin1' ? 1 : 2;
  const memory = new SharedArrayBuffer(text.length * width);
  const bytes = Buffer.from(memory);
  for (let at = 0; at < text.length && !signal?.aborted; at += partLength) {
    bytes.write(text.slice(at, at + partLength), at * width, encoding);
    await setImmediate();
  }
  return { memory, encoding };
}

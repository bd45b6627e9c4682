import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';

/** A text in memory that threads share, and its place: an argument, or a value of a map that is an argument. */
interface SharedText {
  readonly argument: number;
  /** Undefined for the argument itself. */
  readonly key: unknown;
  readonly memory: SharedArrayBuffer;
  readonly encoding: 'latin1' | 'utf16le';
}

/** Arguments for a thread. */
export interface SharedArguments {
  /** Without the shared texts. */
  readonly args: readonly unknown[];
  readonly texts: readonly SharedText[];
}

/** Shorter texts are copied with the message. */
const minLength = 1_000_000;

/** The characters that are copied in one turn of the event loop. Writing to fresh memory takes several milliseconds per megabyte on slow machines. */
const partLength = 262_144;

/** Moves long texts among arguments, and in maps among them, to shared memory; between its parts the event loop turns. */
export async function shareTexts(given: readonly unknown[], signal: AbortSignal): Promise<SharedArguments> {
  const args: unknown[] = [];
  const texts: SharedText[] = [];
  for (const [argument, arg] of given.entries()) {
    if (isLong(arg)) {
      texts.push({ argument, key: undefined, ...(await shareText(arg, signal)) });
      args.push('');
    } else if (arg instanceof Map && [...arg.values()].some(isLong)) {
      const short = new Map<unknown, unknown>(arg);
      for (const [key, value] of arg as Map<unknown, unknown>) {
        if (!isLong(value)) continue;
        texts.push({ argument, key, ...(await shareText(value, signal)) });
        short.set(key, '');
      }
      args.push(short);
    } else args.push(arg);
  }
  return { args, texts };
}

/** Returns the arguments with their shared texts. */
export function readSharedTexts({ args, texts }: SharedArguments): readonly unknown[] {
  const whole = [...args];
  for (const { argument, key, memory, encoding } of texts) {
    const text = Buffer.from(memory).toString(encoding);
    const arg = whole[argument];
    if (arg instanceof Map) arg.set(key, text);
    else whole[argument] = text;
  }
  return whole;
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length >= minLength;
}

/** Ends early once the signal fires: nobody reads the text then. */
async function shareText(text: string, signal: AbortSignal): Promise<Pick<SharedText, 'memory' | 'encoding'>> {
  let encoding: SharedText['encoding'] = 'latin1';
  for (let at = 0; at < text.length && encoding === 'latin1' && !signal.aborted; at += partLength) {
    if (/[^\0-\xff]/.test(text.slice(at, at + partLength))) encoding = 'utf16le';
    await setImmediate();
  }
  const width = encoding === 'latin1' ? 1 : 2;
  const memory = new SharedArrayBuffer(text.length * width);
  const bytes = Buffer.from(memory);
  for (let at = 0; at < text.length && !signal.aborted; at += partLength) {
    bytes.write(text.slice(at, at + partLength), at * width, encoding);
    await setImmediate();
  }
  return { memory, encoding };
}

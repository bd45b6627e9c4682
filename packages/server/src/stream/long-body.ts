import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import type { AppEnvironment } from '../app-environment.ts';
import { toJsonParts } from '../body/json-parts.ts';

/** Length of the text that one turn of the event loop writes, in characters. */
const turnLength = 65_536;

/** Responds with JSON that may be long, like `context.json`: no turn of the event loop writes all of it. */
export async function longJson<Value>(context: Context<AppEnvironment>, value: Value): Promise<Response> {
  return longBody(context, toJsonParts(value), { 'content-type': 'application/json' });
}

/** Responds with the parts of a text that may be long: no turn of the event loop writes all of it. */
export async function longBody(
  context: Context<AppEnvironment>,
  parts: Iterable<string>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < turnLength) continue;
    chunks.push(Buffer.from(text));
    text = '';
    await setImmediate();
  }
  if (chunks.length === 0) return context.body(text, 200, headers);
  chunks.push(Buffer.from(text));
  const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return context.body(toBody(chunks), 200, { ...headers, 'content-length': String(length) });
}

function toBody(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const left = chunks.values();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A reader that is always ready would otherwise get all chunks in one turn.
      await setImmediate();
      const { value, done } = left.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

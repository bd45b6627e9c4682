import { readBytes } from './read-bytes.ts';

/** Reads a body as text. @throws AppError `EXTERNAL_API_ERROR` as soon as it is longer than `maxBytes`. */
export async function readText(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string> {
  return (await readBytes(body, maxBytes)).toString('utf8');
}

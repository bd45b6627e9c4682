/** Text as UTF-8 in memory that all threads share, so that passing it to another thread copies nothing. */
export type SharedText = Uint8Array<SharedArrayBuffer>;

/** Writes a text into shared memory. */
export function toSharedText(text: string): SharedText {
  const bytes = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text)));
  Buffer.from(bytes.buffer).write(text);
  return bytes;
}

/** Reads a text from shared memory. */
export function fromSharedText({ buffer }: SharedText): string {
  return Buffer.from(buffer).toString();
}

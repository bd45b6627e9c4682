import { Buffer } from 'node:buffer';

/** Reads the output of `git cat-file --batch`: a line `id type size`, the content and a line feed for each object. */
export function createBlobReader() {
  const blobs = new Map<string, Uint8Array>();
  let header = '';
  let current:
    | { readonly id: string; readonly isBlob: boolean; readonly bytes: Uint8Array; filled: number }
    | undefined;

  function readHeader(chunk: Uint8Array, from: number): number {
    const end = chunk.indexOf(0x0a, from);
    header += Buffer.from(chunk.subarray(from, end < 0 ? chunk.length : end)).toString('latin1');
    if (end < 0) return chunk.length;
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/u.exec(header) ?? [];
    header = '';
    if (id !== undefined) current = { id, isBlob: type === 'blob', bytes: new Uint8Array(Number(size)), filled: 0 };
    return end + 1;
  }

  function readContent(open: NonNullable<typeof current>, chunk: Uint8Array, from: number): number {
    const part = chunk.subarray(from, from + open.bytes.length - open.filled);
    open.bytes.set(part, open.filled);
    open.filled += part.length;
    const at = from + part.length;
    // The line feed after the content may be in the next chunk.
    if (open.filled < open.bytes.length || at === chunk.length) return at;
    if (open.isBlob) blobs.set(open.id, open.bytes);
    current = undefined;
    return at + 1;
  }

  return {
    append(chunk: Uint8Array): void {
      for (let at = 0; at < chunk.length; ) {
        at = current ? readContent(current, chunk, at) : readHeader(chunk, at);
      }
    },
    /** Returns the contents by id. */
    end: (): ReadonlyMap<string, Uint8Array> => blobs,
  };
}

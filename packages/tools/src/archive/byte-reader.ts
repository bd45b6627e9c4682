import type { Chunks } from './expand.ts';

/** Reads a stream in pieces of a requested length. */
export interface ByteReader {
  /** Returns fewer bytes only when the stream ends. */
  read(length: number): Promise<Buffer>;
  /** Stops reading the stream. */
  close(): Promise<void>;
}

export function createByteReader(chunks: Chunks): ByteReader {
  let rest: Buffer = Buffer.alloc(0);

  return {
    async read(length) {
      const parts: Buffer[] = [];
      for (let missing = length; missing > 0; ) {
        if (rest.length === 0) {
          const next = await chunks.next();
          if (next.done) break;
          rest = next.value;
        }
        const part = rest.subarray(0, missing);
        rest = rest.subarray(part.length);
        missing -= part.length;
        parts.push(part);
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    },
    close: async () => void (await chunks.return()),
  };
}

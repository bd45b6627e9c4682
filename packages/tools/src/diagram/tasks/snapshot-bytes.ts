import { setImmediate } from 'node:timers/promises';
import type { CodeMapFile, CodeMapSnapshot } from '@shipmate/domain/code-map';

/** A snapshot as text in shared memory: threads receive it without a copy. */
export interface SnapshotBytes {
  readonly head: Omit<CodeMapSnapshot, 'files'>;
  readonly files: SharedArrayBuffer;
}

const filesPerTurn = 500;

/** Writes a snapshot to shared memory, a part of it in each turn of the event loop. */
export async function encodeSnapshot({ files, ...head }: CodeMapSnapshot): Promise<SnapshotBytes> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  for (let start = 0; start < files.length; start += filesPerTurn) {
    const text = files
      .slice(start, start + filesPerTurn)
      .map((file) => JSON.stringify(file))
      .join(',');
    parts.push(encoder.encode(start === 0 ? `[${text}` : `,${text}`));
    await setImmediate();
  }
  parts.push(encoder.encode(files.length === 0 ? '[]' : ']'));
  const bytes = new Uint8Array(new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return { head, files: bytes.buffer };
}

/** Reads a snapshot from shared memory. */
export function decodeSnapshot({ head, files }: SnapshotBytes): CodeMapSnapshot {
  // A decoder accepts no shared memory.
  const text = new TextDecoder().decode(new Uint8Array(files).slice());
  return { ...head, files: JSON.parse(text) as readonly CodeMapFile[] };
}

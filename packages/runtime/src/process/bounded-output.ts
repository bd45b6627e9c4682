import { Buffer } from 'node:buffer';

/** The output of a process, truncated in the middle. */
interface BoundedOutput {
  append(chunk: Buffer): void;
  /** Returns true if some output was dropped. */
  isTruncated(): boolean;
  /** Returns the kept output, with a line in place of the dropped part. */
  toString(): string;
}

/** Creates an output that keeps at most `maxBytes`, one half from either end, for output of any length. */
export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const headBytes = Math.ceil(maxBytes / 2);
  const tailBytes = maxBytes - headBytes;
  const head: Buffer[] = [];
  let headLength = 0;
  const tail: Buffer[] = [];
  let tailLength = 0;
  let omitted = 0;

  function appendTail(chunk: Buffer): void {
    tail.push(chunk);
    tailLength += chunk.length;
    for (let first = tail[0]; first && tailLength > tailBytes; first = tail[0]) {
      const excess = Math.min(tailLength - tailBytes, first.length);
      if (excess === first.length) tail.shift();
      else tail[0] = first.subarray(excess);
      tailLength -= excess;
      omitted += excess;
    }
  }

  return {
    append(chunk) {
      const room = headBytes - headLength;
      if (room > 0) {
        head.push(chunk.subarray(0, room));
        headLength += Math.min(room, chunk.length);
      }
      if (chunk.length > room) appendTail(chunk.subarray(Math.max(room, 0)));
    },
    isTruncated: () => omitted > 0,
    toString() {
      if (omitted === 0) return Buffer.concat([...head, ...tail]).toString('utf8');
      const [start, end] = [Buffer.concat(head), Buffer.concat(tail)].map((part) => part.toString('utf8'));
      return `${start}\n… ${omitted} bytes left out …\n${end}`;
    },
  };
}

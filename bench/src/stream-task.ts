/** The answer of all streaming subjects: a hundred deltas of a few words. */
export const deltas: readonly string[] = Array.from({ length: 100 }, (_, index) => `word ${index} of it `);

/** Throws for an incomplete stream, which would be measured as a fast one. */
export function assertWhole(events: string): void {
  const received = [...events.matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta);
  if (received.join('') !== deltas.join('')) throw new Error(`The stream lost something: ${events}`);
}

/** Returns a check that reads the first answer and compares only the length of the others, so that reading costs little. */
export function createStreamCheck(): (chunks: readonly Uint8Array[]) => void {
  let expected: number | undefined;
  return (chunks) => {
    if (expected === undefined) assertWhole(Buffer.concat(chunks).toString());
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    expected ??= length;
    if (length !== expected) throw new Error(`The stream has ${length} bytes instead of ${expected}.`);
  };
}

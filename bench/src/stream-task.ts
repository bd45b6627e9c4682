/** The answer of all streaming subjects: a hundred deltas of a few words. */
export const deltas: readonly string[] = Array.from({ length: 100 }, (_, index) => `word ${index} of it `);

/** A stream that lost a delta would be measured as a fast one. */
export function assertWhole(events: string): void {
  const received = [...events.matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta);
  if (received.join('') !== deltas.join('')) throw new Error(`The stream lost something: ${events}`);
}

/** Reads the first answer whole, and holds the length of all others against it: what is measured is not the reading. */
export function createStreamCheck(): (chunks: readonly Uint8Array[]) => void {
  let expected: number | undefined;
  return (chunks) => {
    if (expected === undefined) assertWhole(Buffer.concat(chunks).toString());
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    expected ??= length;
    if (length !== expected) throw new Error(`The stream has ${length} bytes instead of ${expected}.`);
  };
}

/** The answer of both streaming subjects: a hundred deltas of a few words. */
export const deltas: readonly string[] = Array.from({ length: 100 }, (_, index) => `word ${index} of it `);

/** All of it, to check that none was lost. */
export const streamedLength: number = deltas.join('').length;

import { AppError, type Embedder } from '@shipmate/core';

/**
 * Returns the vectors of texts; `undefined` when the model does not answer, so that the caller continues with words
 * only.
 */
export async function tryToEmbed(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[] | undefined> {
  try {
    return await embedder.embed(texts, signal);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR') return undefined;
    throw thrown;
  }
}

import { AppError, type Embedder } from '@shipmate/core';

/** The vectors of texts; `undefined` while the model does not answer, which is no reason not to go on by words. */
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

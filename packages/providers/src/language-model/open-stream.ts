import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/**
 * Starts a call and returns a reader of its parts.
 *
 * The signal is raced, not left to the provider: when it fires, opening rejects with its reason and a pending read
 * ends.
 */
export async function openStream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions & { readonly abortSignal: AbortSignal },
): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
  const { abortSignal } = options;
  abortSignal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const rejectAborted = () => aborted.reject(abortSignal.reason);
  abortSignal.addEventListener('abort', rejectAborted);
  const opening = (async () => model.doStream(options))();
  try {
    const { stream } = await Promise.race([opening, aborted.promise]);
    const reader = stream.getReader();
    abortSignal.addEventListener('abort', () => cancel(reader));
    return reader;
  } catch (error) {
    opening.then(({ stream }) => cancel(stream), ignore);
    throw error;
  } finally {
    abortSignal.removeEventListener('abort', rejectAborted);
  }
}

/** Cancels a stream that is no longer read, and ignores the error of one that has failed already. */
function cancel(stream: { cancel(): Promise<void> }): void {
  stream.cancel().catch(ignore);
}

function ignore(): void {}

import { type CallToApprove, previewCall, toAppError } from '@shipmate/core';

/**
 * Previews a call for the person who decides on it. A call whose preview fails needs no decision: the model receives
 * the error.
 */
export async function tryCall({
  tool,
  input,
  context,
}: CallToApprove): Promise<{ readonly preview?: string } | { readonly deny: string }> {
  try {
    const preview = await previewCall(tool, input, context);
    return preview === undefined ? {} : { preview };
  } catch (thrown) {
    if (context.signal.aborted) throw thrown;
    return { deny: `it cannot be made: ${toAppError(thrown).message}` };
  }
}

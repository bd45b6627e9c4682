import { type CallToApprove, previewCall, toAppError } from '@shipmate/core';

/**
 * Finds out what a call would do, for the person who is asked about it. One that cannot be made is not asked about: the model is told
 * why instead.
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

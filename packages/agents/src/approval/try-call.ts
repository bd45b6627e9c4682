import { type CallToApprove, toAppError } from '@shipmate/core';

/**
 * Finds out what a call would do, for the person who is asked about it. One that cannot be made is not asked about: the model is told
 * why instead.
 */
export async function tryCall({
  tool,
  input,
  context,
}: CallToApprove): Promise<{ readonly preview?: string } | { readonly deny: string }> {
  if (tool.preview === undefined) return {};
  try {
    return { preview: await tool.preview(input, context) };
  } catch (thrown) {
    if (context.signal.aborted) throw thrown;
    return { deny: `it cannot be made: ${toAppError(thrown).message}` };
  }
}

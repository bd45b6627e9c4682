import { dropFences } from '@shipmate/core';

/** Returns a tool's result as data when its text is a JSON object, else the text without its fence tags. */
export function parseToolOutput(output: unknown): unknown {
  if (typeof output !== 'string') return output;
  if (!output.startsWith('{')) return dropFences(output);
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

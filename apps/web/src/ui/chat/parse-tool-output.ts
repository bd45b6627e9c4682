import { dropFences } from '@shipmate/core';

/** A tool's answer as data when its text is a JSON object, else the text without the tags of fences. */
export function parseToolOutput(output: unknown): unknown {
  if (typeof output !== 'string') return output;
  if (!output.startsWith('{')) return dropFences(output);
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

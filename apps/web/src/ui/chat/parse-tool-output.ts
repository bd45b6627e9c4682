/** A tool's answer as data when its text is a JSON object, else the text. */
export function parseToolOutput(output: unknown): unknown {
  if (typeof output !== 'string' || !output.startsWith('{')) return output;
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

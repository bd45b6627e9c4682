/** Returns where a tool is available that is not served here, as a sentence; `undefined` for an unknown name. */
export type ExplainMissing = (name: string) => string | undefined;

/** Returns the text of the error about a tool that is not served. */
export function toMissingMessage(name: string, explainMissing?: ExplainMissing): string {
  const explained = explainMissing?.(name);
  return `Tool "${name}" not found.${explained === undefined ? '' : ` ${explained}`}`;
}

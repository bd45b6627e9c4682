/** Reasons why mutants survive, by the key of the mutant. */
export type Explanations = ReadonlyMap<string, string>;

/**
 * Reads the data file of survivors: an object of reasons, each with the keys of the mutants that survive for it.
 *
 * @throws Error if a mutant is listed twice.
 */
export function readExplanations(text: string): Explanations {
  const explanations = new Map<string, string>();
  for (const [reason, keys] of Object.entries(JSON.parse(text) as Readonly<Record<string, readonly string[]>>)) {
    for (const key of keys) {
      if (explanations.has(key)) throw new Error(`"${key}" is explained twice in explained.json.`);
      explanations.set(key, reason);
    }
  }
  return explanations;
}

/**
 * Returns the entry of a model in a table by `provider:model`; a snapshot (`…-2026-09-03`, `…-20260903`) has its
 * model's entry.
 */
export function lookUpModel<Entry>(table: Readonly<Record<string, Entry>>, modelId: string): Entry | undefined {
  const key = Object.hasOwn(table, modelId) ? modelId : modelId.replace(/-\d{4}-?\d{2}-?\d{2}$/, '');
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

import { isJsonObject, type JsonObject, textAt } from '../../cluster/object/read-value.ts';

type KeyOf = (item: JsonObject) => string | undefined;

const byName: KeyOf = (item) => textAt(item, 'name');

function byPort(item: JsonObject): string | undefined {
  const port = textAt(item, 'containerPort') ?? textAt(item, 'port');
  return port === undefined ? undefined : `${port}/${textAt(item, 'protocol') ?? 'TCP'}`;
}

/** Lists whose items the API server merges by a key, by field name. Any other list is one value. */
const listKeys: ReadonlyMap<string, KeyOf> = new Map<string, KeyOf>([
  ['containers', byName],
  ['initContainers', byName],
  ['ephemeralContainers', byName],
  ['volumes', byName],
  ['env', byName],
  ['imagePullSecrets', byName],
  ['ports', byPort],
  ['volumeMounts', (item) => textAt(item, 'mountPath')],
  ['ownerReferences', (item) => textAt(item, 'uid')],
]);

/** Lists in which the order of the items has an effect. */
export const orderedLists: ReadonlySet<string> = new Set(['initContainers', 'env']);

/** Returns the items of a list by their keys; `undefined` if the list has no keys or a key occurs twice. */
export function itemsByKey(
  field: string | undefined,
  list: readonly unknown[],
): ReadonlyMap<string, unknown> | undefined {
  const keyOf = listKeys.get(field ?? '');
  if (keyOf === undefined) return undefined;
  const items = new Map<string, unknown>();
  for (const item of list) {
    const key = isJsonObject(item) ? keyOf(item) : undefined;
    if (key === undefined || items.has(key)) return undefined;
    items.set(key, item);
  }
  return items;
}

import { badRequest, internalFailure } from '../errors/refusals.ts';
import { formatGoValue } from '../object/go-value.ts';
import { asArray, isObject, isSameJson, type JsonObject, setField, scalarToText } from '../object/json-value.ts';
import { fieldSchema, type ResolveSchema, type Schema } from '../schema/schema.ts';

/** Applies an RFC 7386 patch to a copy: null removes, objects merge, all else replaces. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else setField(result, name, applyMergePatch(Object.hasOwn(result, name) ? result[name] : undefined, value));
  }
  return result;
}

/** Applies a strategic merge patch to a copy: like a merge patch, but lists merge by the keys of the schema. */
export function applyStrategicMergePatch(
  target: JsonObject,
  patch: JsonObject,
  { schema, resolve }: { readonly schema: Schema; readonly resolve: ResolveSchema },
): JsonObject {
  return mergeObject(target, patch, { schema, resolve });
}

interface Context {
  readonly schema: Schema | undefined;
  readonly resolve: ResolveSchema;
}

function mergeObject(target: JsonObject, patch: JsonObject, context: Context): JsonObject {
  const directive = patch['$patch'];
  if (directive === 'replace') return withoutDirectives(patch);
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') {
    throw internalFailure(`unknown patch type: ${scalarToText(directive)} in map: ${formatGoValue(patch)}`);
  }
  const schema = context.resolve(context.schema);
  const result: JsonObject = { ...target };
  const retained = patch['$retainKeys'];
  if (Array.isArray(retained)) {
    for (const name of Object.keys(result)) if (!retained.includes(name)) delete result[name];
  }
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith('$')) {
      deletePrimitives(result, name, value);
      continue;
    }
    if (value === null) {
      delete result[name];
      continue;
    }
    const current = Object.hasOwn(result, name) ? result[name] : undefined;
    const child = { schema: fieldSchema(schema, name), resolve: context.resolve };
    setField(result, name, mergeValue(current, value, child));
  }
  orderLists(result, patch, { schema, resolve: context.resolve });
  return result;
}

function mergeValue(current: unknown, value: unknown, context: Context): unknown {
  if (isObject(value)) {
    const strategy = context.schema?.['x-kubernetes-patch-strategy'];
    if (strategy === 'replace') return withoutDirectives(value);
    return mergeObject(isObject(current) ? current : {}, value, context);
  }
  return Array.isArray(value) ? mergeList(asArray(current), value, context) : value;
}

function mergeList(current: readonly unknown[], patch: readonly unknown[], { schema, resolve }: Context): unknown {
  const strategy = schema?.['x-kubernetes-patch-strategy'] ?? '';
  const isReplace = (item: unknown) => isObject(item) && item['$patch'] === 'replace';
  if (!strategy.includes('merge') || patch.some(isReplace)) return patch.filter((item) => !isReplace(item));
  const key = schema?.['x-kubernetes-patch-merge-key'];
  if (key === undefined) return [...current, ...patch.filter((item) => !current.includes(item))];
  const result = [...current];
  for (const item of patch) {
    if (!isObject(item) || item[key] === undefined) {
      throw badRequest(`map: ${JSON.stringify(item)} does not contain declared merge key: ${key}`);
    }
    mergeElement(result, { item, key }, { schema: schema?.items, resolve });
  }
  return result;
}

/** Merges one element into a list, in place. */
function mergeElement(
  list: unknown[],
  { item, key }: { readonly item: JsonObject; readonly key: string },
  context: Context,
): void {
  const index = list.findIndex((each) => isObject(each) && isSameJson(each[key], item[key]));
  const existing = list[index];
  if (item['$patch'] === 'delete') {
    if (index >= 0) list.splice(index, 1);
    return;
  }
  const merged = mergeObject(isObject(existing) ? existing : {}, item, context);
  list.splice(index < 0 ? list.length : index, index < 0 ? 0 : 1, merged);
}

function deletePrimitives(result: JsonObject, directive: string, values: unknown): void {
  const [, name] = /^\$deleteFromPrimitiveList\/(.+)$/.exec(directive) ?? [];
  if (name === undefined) return;
  const left = asArray(result[name]).filter((item) => !asArray(values).includes(item));
  if (left.length > 0) result[name] = left;
  else delete result[name];
}

/** `$setElementOrder/{list}` gives the order of all elements. */
function orderLists(result: JsonObject, patch: JsonObject, { schema, resolve }: Required<Context>): void {
  for (const [directive, order] of Object.entries(patch)) {
    const [, name] = /^\$setElementOrder\/(.+)$/.exec(directive) ?? [];
    if (name === undefined || !Array.isArray(result[name])) continue;
    const key = resolve(schema ?? {}) && fieldSchema(schema ?? {}, name)?.['x-kubernetes-patch-merge-key'];
    const identify = (item: unknown) => JSON.stringify(key !== undefined && isObject(item) ? item[key] : item);
    const positions = new Map(asArray(order).map((item, index) => [identify(item), index]));
    result[name] = asArray(result[name]).toSorted(
      (left, right) =>
        (positions.get(identify(left)) ?? positions.size) - (positions.get(identify(right)) ?? positions.size),
    );
  }
}

function withoutDirectives(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('$')));
}

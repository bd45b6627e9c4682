import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';

export type PodSpec = JsonObject;

/** All containers of a pod, init containers first. */
export function containersOf(spec: PodSpec): readonly JsonObject[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => asArray(spec[list]).map(asObject));
}

/** The names of the containers that match a predicate. */
export function pickContainers(spec: PodSpec, test: (context: JsonObject, container: JsonObject) => boolean): string[] {
  return containersOf(spec)
    .filter((container) => test(asObject(container['securityContext']), container))
    .map(({ name }) => asString(name));
}

/** Formats names as `container "a"` or `containers "a", "b"`. */
export function nameAll(noun: string, names: readonly string[]): string {
  return `${noun}${names.length === 1 ? '' : 's'} ${quoteAll(names)}`;
}

export function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ');
}

import type { ApiResource } from '../../src/kubernetes/api/api-resource.ts';

/** The objects that a path of an API server refers to. */
export interface RecordedPlace {
  readonly resource: ApiResource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** Parses a path; `undefined` for one that does not refer to objects. */
export function parsePlace(path: string): RecordedPlace | undefined {
  const [, root, ...segments] = path.split('/');
  if (root !== 'api' && root !== 'apis') return undefined;
  const group = root === 'apis' ? (segments.shift() ?? '') : '';
  const version = segments.shift() ?? '';
  const isNamespaced = segments[0] === 'namespaces' && segments.length > 2;
  const namespace = isNamespaced ? segments[1] : undefined;
  const [plural, name, subresource] = isNamespaced ? segments.slice(2) : segments;
  if (plural === undefined) return undefined;
  const resource = {
    group,
    version,
    plural,
    singular: plural,
    kind: 'Object',
    shortNames: [],
    namespaced: isNamespaced,
    verbs: [],
  };
  return { resource, namespace, name, subresource };
}

import type { ApiResource } from '../../src/kubernetes/api/api-resource.ts';

/** What a path of an API server names. */
export interface RecordedPlace {
  readonly resource: ApiResource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** Reads a path; `undefined` for one that names no objects. */
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

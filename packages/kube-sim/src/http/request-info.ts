import { isTrue } from '../api/query-flag.ts';
import type { AccessRequest } from '../auth/rbac.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';

/** A parsed resource path of the API. */
export interface ResourcePath {
  readonly definition: ResourceDefinition;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Parses paths such as `/api/v1/namespaces/{namespace}/pods/{name}/log`; undefined if the resource is not served. */
export function parseResourcePath(path: string, registry: ResourceRegistry): ResourcePath | undefined {
  const [root, ...parts] = path
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  if (parts.includes(undefined)) return undefined;
  const [group, version, ...names] = root === 'api' ? ['', ...parts] : root === 'apis' ? parts : [];
  if (group === undefined || version === undefined) return undefined;
  return parseNames(names as readonly string[], (plural) => registry.find(group, version, plural));
}

function parseNames(
  names: readonly string[],
  find: (plural: string) => ResourceDefinition | undefined,
): ResourcePath | undefined {
  const [first = '', second, third, ...others] = names;
  const isOwnSubresource = others.length === 0 && (third === 'status' || third === 'finalize');
  if (first === 'namespaces' && second !== undefined && third !== undefined && !isOwnSubresource) {
    const definition = find(third);
    return definition?.namespaced ? toPath(definition, { namespace: second, rest: others }) : undefined;
  }
  const definition = find(first);
  if (!definition || (definition.namespaced && second !== undefined)) return undefined;
  return toPath(definition, { rest: names.slice(1) });
}

function toPath(
  definition: ResourceDefinition,
  { namespace, rest: [name, subresource, ...more] }: { readonly namespace?: string; readonly rest: readonly string[] },
): ResourcePath | undefined {
  if (more.length > 0 && subresource !== 'proxy') return undefined;
  if (subresource !== undefined && !definition.subresources.some((each) => each.name === subresource)) return undefined;
  return {
    definition,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** The access request of a request, for RBAC. */
export function toAccessRequest(method: string, path: ResourcePath, query: URLSearchParams): AccessRequest {
  const { definition, namespace, name, subresource } = path;
  const place = namespace ?? (definition.storage === '/namespaces' ? name : undefined);
  return {
    verb: verbOf(method, name, query),
    group: definition.group,
    resource: definition.plural,
    ...(subresource !== undefined && { subresource }),
    ...(place !== undefined && { namespace: place }),
    ...(name !== undefined && { name }),
  };
}

/** A resource path whose resource is not served. */
export interface UnservedPath {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Parses a resource path whose resource is not served; undefined for other paths, such as those of discovery. */
export function parseUnservedPath(path: string): UnservedPath | undefined {
  const [root, ...parts] = path.split('/').filter((part) => part !== '');
  const [group, version, ...names] = root === 'api' ? ['', ...parts] : root === 'apis' ? parts : [];
  if (group === undefined || version === undefined || names.length === 0) return undefined;
  const isNamespaced = names[0] === 'namespaces' && names.length > 2;
  const [resource = '', name, subresource] = isNamespaced ? names.slice(2) : names;
  const namespace = isNamespaced ? names[1] : undefined;
  return {
    group,
    version,
    resource,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
}

/** The access request for such a path, for RBAC. */
export function toUnservedAccess(method: string, path: UnservedPath, query: URLSearchParams): AccessRequest {
  const { version: _, ...target } = path;
  return { verb: verbOf(method, path.name, query), ...target };
}

function verbOf(method: string, name: string | undefined, query: URLSearchParams): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (isTrue(query.get('watch'))) return 'watch';
      return name === undefined ? 'list' : 'get';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete';
    default:
      return method.toLowerCase();
  }
}

import { asArray, asObject, asString } from '../../src/object/json-value.ts';
import { controllerOf, type KubeObject } from '../../src/object/kube-object.ts';
import type { ClusterReader } from './cluster-reader.ts';

/** The state of a namespace with the cluster-scoped objects that it needs. */
export interface NamespaceState {
  readonly namespace: KubeObject;
  readonly nodes: readonly KubeObject[];
  readonly definitions: readonly KubeObject[];
  readonly objects: readonly KubeObject[];
  readonly pods: readonly KubeObject[];
  readonly events: readonly KubeObject[];
}

/** Resources created by controllers, or useless in a recording. */
const leftOut: ReadonlySet<string> = new Set([
  'bindings',
  'controllerrevisions',
  'endpoints',
  'endpointslices',
  'events',
  'leases',
  'pods',
]);

/** Reads a namespace, except resources that may not be listed. @throws Error if the namespace cannot be read */
export async function readNamespace(reader: ClusterReader, name: string): Promise<NamespaceState> {
  const namespace = (await reader.get(`/api/v1/namespaces/${name}`)) as KubeObject;
  const paths = await findListPaths(reader, name);
  const objects = (await Promise.all(paths.map((path) => listIfAllowed(reader, path)))).flat();
  const own = objects.filter((object) => !isMadeByOthers(object));
  const groups = new Set(own.map(({ apiVersion }) => apiVersion.split('/')[0]));
  const definitions = await listIfAllowed(reader, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions');
  return {
    namespace,
    objects: own,
    nodes: await listIfAllowed(reader, '/api/v1/nodes'),
    definitions: definitions.filter(({ spec }) => groups.has(asString(asObject(spec)['group']))),
    pods: await reader.list(`/api/v1/namespaces/${name}/pods`),
    events: await listIfAllowed(reader, `/api/v1/namespaces/${name}/events`),
  };
}

async function findListPaths(reader: ClusterReader, namespace: string): Promise<readonly string[]> {
  const { groups } = await reader.get('/apis');
  const preferred = asArray(groups).map((group) =>
    asString(asObject(asObject(group)['preferredVersion'])['groupVersion']),
  );
  const roots = ['/api/v1', ...preferred.map((groupVersion) => `/apis/${groupVersion}`)];
  const lists = await Promise.all(roots.map(async (root) => ({ root, found: await reader.read(root) })));
  return lists.flatMap(({ root, found }) =>
    asArray(asObject(JSON.parse(found ?? '{}'))['resources'])
      .map(asObject)
      .filter((each) => each['namespaced'] === true && asArray(each['verbs']).includes('list'))
      .map(({ name }) => asString(name))
      .filter((plural) => !leftOut.has(plural))
      .map((plural) => `${root}/namespaces/${namespace}/${plural}`),
  );
}

async function listIfAllowed(reader: ClusterReader, path: string): Promise<readonly KubeObject[]> {
  const first = await reader.read(`${path}?limit=1`);
  return first === undefined ? [] : reader.list(path);
}

function isMadeByOthers(object: KubeObject): boolean {
  const { kind, metadata } = object;
  return (
    controllerOf(object) !== undefined ||
    metadata.deletionTimestamp !== undefined ||
    (kind === 'ConfigMap' && metadata.name === 'kube-root-ca.crt') ||
    (kind === 'ServiceAccount' && metadata.name === 'default') ||
    (kind === 'Secret' && /service-account-token|helm\.sh\/release/.test(asString(object['type'])))
  );
}

import { type Cluster, createCluster } from '../../packages/kube-sim/src/index.ts';

/** A simulated cluster with many objects of one kind. */
export interface ListedCluster {
  readonly cluster: Cluster;
  /** The API path of the list. */
  readonly path: string;
  /** The list as the API server returns it. */
  readonly list: object;
}

const startTime = new Date('2026-01-01T00:00:00Z');

/** Creates a cluster with 2,000 running pods. */
export async function createPods(): Promise<ListedCluster> {
  const nodes = Array.from({ length: 20 }, (_, index) => ({ name: `node-${index}`, cpu: '64', memory: '256Gi' }));
  const cluster = await createCluster({ startTime, nodes });
  const labels = { app: 'web' };
  const env = Array.from({ length: 5 }, (_, index) => ({ name: `VARIABLE_${index}`, value: 'a value of some length' }));
  const resources = { requests: { cpu: '10m', memory: '16Mi' } };
  const containers = [{ name: 'web', image: 'web:1', ports: [{ containerPort: 80 }], env, resources }];
  cluster.objects.apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas: 2_000,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  });
  cluster.advance(60_000);
  const items = cluster.objects.list({ apiVersion: 'v1', kind: 'Pod' });
  if (items.length !== 2_000) throw new Error(`There are ${items.length} pods.`);
  return { cluster, path: '/api/v1/pods', list: { kind: 'PodList', apiVersion: 'v1', metadata: {}, items } };
}

/** Creates a cluster with 500 custom resource definitions of the average size of common operators'. */
export async function createDefinitions(): Promise<ListedCluster> {
  const cluster = await createCluster({ startTime });
  const schema = { type: 'object', properties: { spec: createSchema(3) } };
  for (let index = 0; index < 500; index += 1) {
    const group = `group${index % 50}.example.com`;
    cluster.objects.apply({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `kind${index}s.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { kind: `Kind${index}`, plural: `kind${index}s` },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: structuredClone(schema) } }],
      },
    });
  }
  const items = cluster.objects.list({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' });
  const list = { kind: 'CustomResourceDefinitionList', apiVersion: 'apiextensions.k8s.io/v1', metadata: {}, items };
  return { cluster, path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', list };
}

function createSchema(depth: number): object {
  if (depth === 0)
    return { type: 'string', description: 'What this field is for, in as many words as such fields have.' };
  const fields = Array.from({ length: 10 }, (_, index) => [`field${index}`, createSchema(depth - 1)]);
  return { type: 'object', description: 'An object of others.', properties: Object.fromEntries(fields) };
}

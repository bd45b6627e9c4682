import type { CustomKind } from './custom-kinds.ts';

/** Operators whose kinds are published on npm: common ones first, then those of one cloud, which has hundreds. */
const packages = [
  'argo-cd',
  'argo-rollouts',
  'argo-workflows',
  'cert-manager',
  'external-secrets',
  'flux-cd',
  'gateway-api',
  'istio',
  'karpenter',
  'keda',
  'knative',
  'prometheus-operator',
  'sealed-secrets',
  'tidb-operator',
  'traefik',
  'gke',
] as const;

/** Returns the first `count` of their kinds, each in the last version that its package lists. @throws Error if there are fewer */
export async function listPackagedKinds(count: number): Promise<readonly CustomKind[]> {
  const kinds = new Map<string, CustomKind>();
  for (const name of packages) {
    for (const model of modelsIn(await import(`@kubernetes-models/${name}`))) {
      const [group = '', version = ''] = model.apiVersion.split('/');
      if (!model.kind.endsWith('List')) kinds.set(`${model.kind}.${group}`, { group, version, kind: model.kind });
    }
  }
  if (kinds.size < count) throw new Error(`There are ${kinds.size} kinds only.`);
  return [...kinds.values()].slice(0, count);
}

interface ModelClass {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Returns the classes of a module, which nests them by group and version. */
function modelsIn(exported: object): readonly ModelClass[] {
  return Object.values(exported).flatMap((value: unknown) => {
    if (isModelClass(value)) return [value];
    return typeof value === 'object' && value !== null ? modelsIn(value) : [];
  });
}

function isModelClass(value: unknown): value is ModelClass {
  return typeof value === 'function' && 'apiVersion' in value && 'kind' in value;
}

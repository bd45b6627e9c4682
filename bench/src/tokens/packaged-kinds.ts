import type { CustomKind } from './custom-kinds.ts';

/** Kinds of operators that are in npm: common ones first, and then those of one cloud, of which there are hundreds. */
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

/** The first so many kinds of them, each in the last of its versions that is named. @throws Error when there are fewer */
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

/** The classes of a module, which has them by group and version. */
function modelsIn(exported: object): readonly ModelClass[] {
  return Object.values(exported).flatMap((value: unknown) => {
    if (isModelClass(value)) return [value];
    return typeof value === 'object' && value !== null ? modelsIn(value) : [];
  });
}

function isModelClass(value: unknown): value is ModelClass {
  return typeof value === 'function' && 'apiVersion' in value && 'kind' in value;
}

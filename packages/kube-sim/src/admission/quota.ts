import { forbidden } from '../errors/refusals.ts';
import { asArray, asObject, asString } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { formatQuantity, parseQuantity } from '../object/quantity.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** Amounts that an object uses, by the quota's resource names. */
type Usage = Readonly<Record<string, number>>;

const counted: Readonly<Record<string, string>> = {
  '/pods': 'pods',
  '/services': 'services',
  '/secrets': 'secrets',
  '/configmaps': 'configmaps',
  '/persistentvolumeclaims': 'persistentvolumeclaims',
  '/replicationcontrollers': 'replicationcontrollers',
  '/resourcequotas': 'resourcequotas',
};

/** Computes an object's quota usage. */
function usageOf(definition: Pick<ResourceDefinition, 'storage' | 'plural' | 'group'>, object: KubeObject): Usage {
  const { storage, plural, group } = definition;
  const usage: Record<string, number> = { [`count/${group === '' ? plural : `${plural}.${group}`}`]: 1 };
  const name = counted[storage];
  if (name !== undefined) usage[name] = 1;
  if (storage === '/pods') {
    if (['Succeeded', 'Failed'].includes(asString(asObject(object['status'])['phase']))) return {};
    for (const container of asArray(asObject(object['spec'])['containers']))
      addContainer(usage, asObject(asObject(container)['resources']));
  }
  if (storage === '/persistentvolumeclaims') {
    const requests = asObject(asObject(asObject(object['spec'])['resources'])['requests']);
    usage['requests.storage'] = parseQuantity(requests['storage']) ?? 0;
  }
  return usage;
}

function addContainer(usage: Record<string, number>, resources: Record<string, unknown>): void {
  for (const list of ['requests', 'limits']) {
    for (const [name, value] of Object.entries(asObject(resources[list]))) {
      const amount = parseQuantity(value) ?? 0;
      usage[`${list}.${name}`] = (usage[`${list}.${name}`] ?? 0) + amount;
      if (list === 'requests' && (name === 'cpu' || name === 'memory')) usage[name] = (usage[name] ?? 0) + amount;
    }
  }
}

/** Computes a namespace's usage of one quota, in the quota's own resource names. */
export function usedOf(
  store: ObjectStore,
  quota: KubeObject,
  registry: { ofStorage(storage: string): ResourceDefinition | undefined },
): Record<string, string> {
  const hard = asObject(asObject(quota['spec'])['hard']);
  const totals: Record<string, number> = {};
  for (const storage of [
    ...Object.keys(counted),
    'apps/deployments',
    'batch/jobs',
    'apps/statefulsets',
    'batch/cronjobs',
    'apps/replicasets',
  ]) {
    const definition = registry.ofStorage(storage);
    if (!definition) continue;
    for (const object of store.list(storage, quota.metadata.namespace)) {
      for (const [name, amount] of Object.entries(usageOf(definition, object)))
        totals[name] = (totals[name] ?? 0) + amount;
    }
  }
  return Object.fromEntries(Object.keys(hard).map((name) => [name, formatQuantity(totals[name] ?? 0, name)]));
}

/** Charges a new object to the quotas of its namespace. @throws StatusError 403 if one would be exceeded */
export function chargeQuota(store: ObjectStore, definition: ResourceDefinition, object: KubeObject): void {
  const quotas = store.list('/resourcequotas', object.metadata.namespace);
  if (quotas.length === 0) return;
  const usage = usageOf(definition, object);
  for (const quota of quotas) chargeOne(store, quota, { definition, object, usage });
}

function chargeOne(
  store: ObjectStore,
  quota: KubeObject,
  {
    definition,
    object,
    usage,
  }: { readonly definition: ResourceDefinition; readonly object: KubeObject; readonly usage: Usage },
): void {
  const hard = asObject(asObject(quota['spec'])['hard']);
  const used = usedOf(store, quota, {
    ofStorage: (storage) => ({
      ...definition,
      storage,
      plural: storage.split('/')[1] ?? '',
      group: storage.split('/')[0] ?? '',
    }),
  });
  if (definition.storage === '/pods') {
    const missing = Object.keys(hard).filter(
      (name) => /^(?:requests\.|limits\.)?(?:cpu|memory)$/.test(name) && usage[name] === undefined,
    );
    if (missing.length > 0) {
      const names = missing.sort().join(',');
      throw forbidden(
        definition,
        object.metadata.name,
        `failed quota: ${quota.metadata.name}: must specify ${names} for: ${containerNames(object)}`,
      );
    }
  }
  const exceeded = Object.entries(usage)
    .filter(([name, amount]) => amount > 0 && hard[name] !== undefined)
    .filter(([name, amount]) => (parseQuantity(used[name]) ?? 0) + amount > (parseQuantity(hard[name]) ?? 0))
    .map(([name]) => name)
    .sort();
  if (exceeded.length === 0) return;
  const format = (values: Record<string, unknown>) =>
    exceeded.map((name) => `${name}=${asString(values[name])}`).join(',');
  const requested = Object.fromEntries(exceeded.map((name) => [name, formatQuantity(usage[name] ?? 0, name)]));
  const why = `exceeded quota: ${quota.metadata.name}, requested: ${format(requested)}, used: ${format(used)}, limited: ${format(hard)}`;
  throw forbidden(definition, object.metadata.name, why);
}

function containerNames(pod: KubeObject): string {
  return asArray(asObject(pod['spec'])['containers'])
    .map((each) => asString(asObject(each)['name']))
    .join(',');
}

import { isJsonObject, type JsonObject, type KubeObject, textAt } from '@shipmate/domain/cluster/object';

/** Metadata fields that identify a version of an object and carry no other information. */
const metadataNoise: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'selfLink',
  'generateName',
  'managedFields',
]);

/** Values that the API server sets in every pod that does not set them. */
const defaults: Readonly<Record<string, unknown>> = {
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  schedulerName: 'default-scheduler',
  enableServiceLinks: true,
  preemptionPolicy: 'PreemptLowerPriority',
  revisionHistoryLimit: 10,
  progressDeadlineSeconds: 600,
  sessionAffinity: 'None',
  protocol: 'TCP',
};

const defaultTolerations: ReadonlySet<unknown> = new Set([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
]);

/** Removes the fields that the cluster adds and the author did not set. */
export function pruneObject(object: KubeObject): KubeObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      key === 'metadata' && isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([field, content]) => !metadataNoise.has(field) && content !== null)
              .map(([field, content]) => [field, prune(content)]),
          )
        : prune(value),
    ]),
  );
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isMachinery(item)).map(prune);
  if (!isJsonObject(value)) return value;
  const { serviceAccount, ...fields } = value;
  const kept = serviceAccount === value['serviceAccountName'] ? fields : value;
  return Object.fromEntries(
    Object.entries(kept)
      .filter(([key, field]) => !isDefault(key, field))
      .map(([key, field]) => [key, key === 'caBundle' ? '(certificates)' : prune(field)])
      .filter(([, field]) => !(Array.isArray(field) && field.length === 0)),
  );
}

function isDefault(key: string, value: unknown): boolean {
  if (value === null || key === 'blockOwnerDeletion' || key === 'uid') return true;
  if (key === 'securityContext') return isJsonObject(value) && Object.keys(value).length === 0;
  return Object.hasOwn(defaults, key) && defaults[key] === value;
}

/** Returns true for the default token volume, its mounts, and the default tolerations of five minutes. */
function isMachinery(item: unknown): boolean {
  if (!isJsonObject(item)) return false;
  return isApiAccess(item) || (item['tolerationSeconds'] === 300 && defaultTolerations.has(item['key']));
}

function isApiAccess(item: JsonObject): boolean {
  const isVolume =
    'projected' in item || textAt(item, 'mountPath')?.startsWith('/var/run/secrets/kubernetes.io') === true;
  return isVolume && textAt(item, 'name')?.startsWith('kube-api-access-') === true;
}

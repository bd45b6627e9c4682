import {
  type ChangeTarget,
  kindOf,
  type KubeObject,
  nameOf,
  namespaceOf,
  objectsAt,
  targetOf,
  textAt,
} from '@shipmate/domain/cluster';
import { type HealthCheck, healthOf, type ObjectHealth, type RemediationPlan } from '@shipmate/domain/remediation';
import {
  findOwners,
  isAbsence,
  listEndpoints,
  qualifiedNameOf,
  resolveObject,
  titleOf,
  toTarget,
} from '@shipmate/tools/kubernetes';
import type { InvestigationAnswer } from './answer-schema.ts';
import type { RemediationWork } from './remediation-work.ts';

type Lookup = Pick<RemediationWork, 'reader' | 'signal'>;

/** Creates the health checks of a plan: one for the controller of each affected and each changed object. */
export async function beginChecks(
  { affected }: InvestigationAnswer,
  plan: RemediationPlan,
  lookup: Lookup,
): Promise<readonly HealthCheck[]> {
  const changed = plan.actions.filter(({ change }) => change.verb !== 'delete').map(({ change }) => targetOf(change));
  const named = affected.map(toTarget);
  const checks = new Map<string, HealthCheck>();
  for (const target of [...named, ...changed]) {
    const check = await beginCheck(target, lookup);
    if (check && !checks.has(check.object)) checks.set(check.object, check);
  }
  return [...checks.values()];
}

/** Checks the health of an object after a change. */
export async function repeatCheck(check: HealthCheck, lookup: Lookup): Promise<HealthCheck> {
  const found = await findTarget(check.target, lookup);
  const after = found === undefined ? absence : ((await judge(found, lookup)) ?? presence);
  return { ...check, after };
}

export const absence: ObjectHealth = { isHealthy: false, state: 'it is not there' };
export const presence: ObjectHealth = { isHealthy: true, state: 'it is there' };

async function beginCheck(target: ChangeTarget, lookup: Lookup): Promise<HealthCheck | undefined> {
  const object = await findTarget(target, lookup);
  if (object === undefined) return beginAbsent(target, lookup);
  const owners = await findOwners(object, lookup.reader, lookup.signal);
  const found = owners.flatMap((owner) => (owner.object === undefined ? [] : [owner.object]));
  for (const candidate of [object, ...found].toReversed()) {
    const before = await judge(candidate, lookup);
    if (before) return { target: await pointAt(candidate, lookup), object: titleOf(candidate), before, after: null };
  }
  return undefined;
}

/** A missing object that the plan is to create. A new pod gets another name, so pods are excluded. */
async function beginAbsent(target: ChangeTarget, { reader, signal }: Lookup): Promise<HealthCheck | undefined> {
  const { resource: type, name, namespace } = target;
  const kind = (await reader.catalog(signal)).find(type);
  if (kind === undefined || kind.kind === 'Pod' || (kind.namespaced && namespace === undefined)) return undefined;
  const object = titleOf({ kind: kind.kind, metadata: { name, namespace } });
  return { target: { ...target, resource: qualifiedNameOf(kind) }, object, before: absence, after: null };
}

async function pointAt(object: KubeObject, { reader, signal }: Lookup): Promise<ChangeTarget> {
  const apiVersion = String(object['apiVersion']);
  const kind = (await reader.catalog(signal)).findKind({ apiVersion, kind: kindOf(object) });
  const resource = kind ? qualifiedNameOf(kind) : kindOf(object);
  return { resource, name: nameOf(object), namespace: namespaceOf(object) };
}

async function judge(object: KubeObject, lookup: Lookup): Promise<ObjectHealth | undefined> {
  if (kindOf(object) === 'PersistentVolumeClaim') {
    return healthOf(object, { isUnusedClaim: await isUnusedClaim(object, lookup) });
  }
  if (kindOf(object) !== 'Service') return healthOf(object);
  const endpoints = await listEndpoints(object, lookup);
  return healthOf(object, { readyEndpoints: endpoints.filter(({ isReady }) => isReady).length });
}

/** Finds an object; `undefined` when it does not exist. */
export async function findTarget(target: ChangeTarget, { reader, signal }: Lookup): Promise<KubeObject | undefined> {
  try {
    return await resolveObject(target, { reader, signal });
  } catch (thrown) {
    if (isAbsence(thrown)) return undefined;
    throw thrown;
  }
}

/** Returns true when a claim waits for its first consumer, as its storage class specifies, and no pod uses it. */
async function isUnusedClaim(claim: KubeObject, { reader, signal }: Lookup): Promise<boolean> {
  const name = textAt(claim, 'spec', 'storageClassName');
  if (textAt(claim, 'status', 'phase') !== 'Pending' || name === undefined) return false;
  const storage = await findTarget({ resource: 'storageclasses.storage.k8s.io', name }, { reader, signal });
  if (textAt(storage, 'volumeBindingMode') !== 'WaitForFirstConsumer') return false;
  const pods = await reader.list(await reader.resolve('pods', signal), { namespace: namespaceOf(claim) }, signal);
  return !pods.items.some((pod) =>
    objectsAt(pod, 'spec', 'volumes').some(
      (each) => textAt(each, 'persistentVolumeClaim', 'claimName') === nameOf(claim),
    ),
  );
}

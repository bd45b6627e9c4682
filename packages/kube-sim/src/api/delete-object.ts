import { toTimestamp } from '../clock/virtual-clock.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { conflict } from '../errors/refusals.ts';
import { asObject, isSameJson } from '../object/json-value.ts';
import type { KubeObject, ObjectMeta } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
}

/** Kinds whose DELETE returns the deleted object; all others return a Status. */
const answersObject: ReadonlySet<string> = new Set([
  '/persistentvolumeclaims',
  '/persistentvolumes',
  '/podtemplates',
  '/resourcequotas',
  '/serviceaccounts',
  '/services',
  'storage.k8s.io/csidrivers',
  'storage.k8s.io/csinodes',
  'storage.k8s.io/storageclasses',
  'storage.k8s.io/volumeattachments',
]);

/**
 * Deletes an object, or marks it while finalizers or a pod's grace period are pending.
 * @returns the object to answer with; undefined if the answer is a Status
 * @throws StatusError 409 if a precondition fails
 */
export function deleteObject(
  { store, clock }: ClusterState,
  { definition, object }: { readonly definition: ResourceDefinition; readonly object: KubeObject },
  options: DeleteOptions,
): KubeObject | undefined {
  checkPreconditions(definition, object, options);
  const { storage } = definition;
  const finalizers = withPropagation(object, options.propagationPolicy);
  const isNamespace = storage === '/namespaces';
  const isGraceful = storage === '/pods';
  const grace = graceOf(definition, object, options);
  if (finalizers.length === 0 && grace === 0 && !isNamespace) {
    if (!options.dryRun) store.remove(storage, object);
    if (isGraceful) return mark(object, { finalizers, grace, now: clock.now() });
    return answersObject.has(storage) ? object : undefined;
  }
  const marked = isNamespace
    ? markNamespace(object, finalizers, clock.now())
    : mark(object, { finalizers, grace, now: clock.now() });
  if (options.dryRun) return marked;
  return isSameJson(marked, object) ? object : store.put(storage, marked);
}

/** A second deletion can only shorten the grace period. */
function mark(
  object: KubeObject,
  { finalizers, grace, now }: { readonly finalizers: string[]; readonly grace: number; readonly now: number },
): KubeObject {
  const { metadata } = object;
  const isMarked = metadata.deletionTimestamp !== undefined && (metadata.deletionGracePeriodSeconds ?? 0) <= grace;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(metadata.generation !== undefined &&
        metadata.deletionTimestamp === undefined && { generation: metadata.generation + 1 }),
      ...(!isMarked && {
        deletionTimestamp: toTimestamp(deletionStart(metadata, now) + grace * 1000),
        deletionGracePeriodSeconds: grace,
      }),
      ...(finalizers.length > 0 && { finalizers }),
    },
  };
}

/** The start of the grace period. */
function deletionStart({ deletionTimestamp, deletionGracePeriodSeconds = 0 }: ObjectMeta, now: number): number {
  return deletionTimestamp === undefined ? now : Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
}

function markNamespace(object: KubeObject, finalizers: string[], now: number): KubeObject {
  const { deletionTimestamp = toTimestamp(now) } = object.metadata;
  return {
    ...object,
    metadata: { ...object.metadata, deletionTimestamp, ...(finalizers.length > 0 && { finalizers }) },
    status: { ...asObject(object['status']), phase: 'Terminating' },
  };
}

function checkPreconditions(
  { group, kind }: ResourceDefinition,
  { metadata }: KubeObject,
  { preconditions }: DeleteOptions,
): void {
  const resource = { group, plural: kind };
  const { uid, resourceVersion } = preconditions ?? {};
  if (uid !== undefined && uid !== metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`;
    throw conflict(resource, metadata.name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`;
    throw conflict(resource, metadata.name, why);
  }
}

function withPropagation({ metadata }: KubeObject, policy: DeleteOptions['propagationPolicy']): string[] {
  const finalizers = (metadata.finalizers ?? []).filter(
    (each) => policy === undefined || !['orphan', 'foregroundDeletion'].includes(each),
  );
  if (policy === 'Orphan') return [...finalizers, 'orphan'];
  return policy === 'Foreground' ? [...finalizers, 'foregroundDeletion'] : finalizers;
}

/** Only pods bound to a node have a grace period. */
function graceOf({ storage }: ResourceDefinition, object: KubeObject, { gracePeriodSeconds }: DeleteOptions): number {
  if (storage !== '/pods') return 0;
  const spec = asObject(object['spec']);
  const phase = asObject(object['status'])['phase'];
  if (spec['nodeName'] === undefined || phase === 'Failed' || phase === 'Succeeded') return 0;
  return Math.max(0, gracePeriodSeconds ?? Number(spec['terminationGracePeriodSeconds'] ?? 30));
}

import { toTimestamp } from '../clock/virtual-clock.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import { conflict } from '../errors/refusals.ts';
import { asObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
}

/**
 * Deletes an object, or marks it where something is still to be done: finalizers, a pod's grace period.
 * @returns the marked object, or undefined where it is gone
 * @throws StatusError 409 where a precondition does not hold
 */
export function deleteObject(
  { store, clock }: ClusterState,
  { definition, object }: { readonly definition: ResourceDefinition; readonly object: KubeObject },
  options: DeleteOptions,
): KubeObject | undefined {
  checkPreconditions(definition, object, options);
  const finalizers = withPropagation(object, options.propagationPolicy);
  const grace = graceOf(definition, object, options);
  const isNamespace = definition.storage === '/namespaces';
  if (finalizers.length === 0 && grace === 0 && !isNamespace) {
    if (!options.dryRun) store.remove(definition.storage, object);
    return undefined;
  }
  const { deletionTimestamp = toTimestamp(clock.now() + grace * 1000) } = object.metadata;
  const marked: KubeObject = {
    ...object,
    metadata: {
      ...object.metadata,
      deletionTimestamp:
        grace === 0 || options.gracePeriodSeconds === undefined
          ? deletionTimestamp
          : toTimestamp(clock.now() + grace * 1000),
      deletionGracePeriodSeconds: grace,
      ...(finalizers.length > 0 && { finalizers }),
    },
    ...(isNamespace && { status: { ...asObject(object['status']), phase: 'Terminating' } }),
  };
  return options.dryRun ? marked : store.put(definition.storage, marked);
}

function checkPreconditions(
  definition: ResourceDefinition,
  { metadata }: KubeObject,
  { preconditions }: DeleteOptions,
): void {
  if (preconditions?.uid !== undefined && preconditions.uid !== metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${preconditions.uid}, UID in object meta: ${metadata.uid}`;
    throw conflict(definition, metadata.name, why);
  }
  const version = preconditions?.resourceVersion;
  if (version !== undefined && version !== metadata.resourceVersion) {
    const why = `Precondition failed: ResourceVersion in precondition: ${version}, ResourceVersion in object meta: ${metadata.resourceVersion}`;
    throw conflict(definition, metadata.name, why);
  }
}

function withPropagation({ metadata }: KubeObject, policy: DeleteOptions['propagationPolicy']): string[] {
  const finalizers = (metadata.finalizers ?? []).filter(
    (each) => policy === undefined || !['orphan', 'foregroundDeletion'].includes(each),
  );
  if (policy === 'Orphan') return [...finalizers, 'orphan'];
  return policy === 'Foreground' ? [...finalizers, 'foregroundDeletion'] : finalizers;
}

/** Only pods that run somewhere are given time. */
function graceOf({ storage }: ResourceDefinition, object: KubeObject, { gracePeriodSeconds }: DeleteOptions): number {
  if (storage !== '/pods') return 0;
  const spec = asObject(object['spec']);
  const phase = asObject(object['status'])['phase'];
  if (spec['nodeName'] === undefined || phase === 'Failed' || phase === 'Succeeded') return 0;
  return Math.max(0, gracePeriodSeconds ?? Number(spec['terminationGracePeriodSeconds'] ?? 30));
}

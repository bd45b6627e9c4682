import { asArray, asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { parseQuantity } from '../../object/quantity.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import { isPodFinished } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';

const component = 'persistentvolume-controller';
const protection = 'kubernetes.io/pvc-protection';
export const selectedNodeAnnotation = 'volume.kubernetes.io/selected-node';
/** Resync period for unbound claims. */
const resyncMs = 15_000;

/** Binds claims to existing volumes or provisions volumes of their storage class. */
export function createVolumeController(context: ControllerContext): Controller {
  const { store, clock, events } = context;
  /** The last event of each unbound claim, by uid. */
  const reports = new Map<string, { readonly message: string; readonly at: number }>();

  function bind(claim: KubeObject): void {
    const spec = asObject(claim['spec']);
    const className = asString(spec['storageClassName']);
    const storageClass = store.get('storage.k8s.io/storageclasses', { name: className });
    const isDelayed =
      storageClass?.['volumeBindingMode'] === 'WaitForFirstConsumer' &&
      claim.metadata.annotations?.[selectedNodeAnnotation] === undefined;
    const volume = store
      .list('/persistentvolumes')
      .find((each) => (!isDelayed || isReserved(each, claim)) && fitsClaim(claim, each));
    if (volume) {
      settle(claim, volume);
      return;
    }
    if (isDelayed) return reportDelay(claim);
    if (className === '') {
      recordEvent(claim, 'Normal', [
        'FailedBinding',
        'no persistent volumes available for this claim and no storage class is set',
      ]);
      return;
    }
    if (!storageClass) {
      recordEvent(claim, 'Warning', ['ProvisioningFailed', `storageclass.storage.k8s.io "${className}" not found`]);
      return;
    }
    if (storageClass['provisioner'] === noProvisioner) {
      recordEvent(claim, 'Warning', ['ProvisioningFailed', `no volume plugin matched name: ${noProvisioner}`]);
      return;
    }
    const provisioned = provision(claim, storageClass);
    if (!provisioned) return;
    settle(claim, provisioned);
    events.record(claim, {
      reason: 'ProvisioningSucceeded',
      message: `Successfully provisioned volume pvc-${claim.metadata.uid}`,
      component: asString(storageClass['provisioner']),
    });
  }

  function recordEvent(
    claim: KubeObject,
    type: 'Normal' | 'Warning',
    [reason, message]: readonly [string, string],
  ): void {
    const last = reports.get(claim.metadata.uid);
    if (last?.message === message && clock.now() < last.at + resyncMs) return;
    reports.set(claim.metadata.uid, { message, at: clock.now() });
    events.record(claim, { type, reason, message, component });
  }

  function reportDelay(claim: KubeObject): void {
    const names = podsUsing(claim).map(({ metadata }) => metadata.name);
    const pods = names.length === 1 ? `pod ${names[0]}` : `pods ${names.join(',')}`;
    recordEvent(
      claim,
      'Normal',
      names.length === 0
        ? ['WaitForFirstConsumer', 'waiting for first consumer to be created before binding']
        : ['WaitForPodScheduled', `waiting for ${pods} to be scheduled`],
    );
  }

  function podsUsing(claim: KubeObject): readonly KubeObject[] {
    return store
      .list('/pods', claim.metadata.namespace)
      .filter(
        (pod) =>
          !isPodFinished(pod) &&
          asArray(asObject(pod['spec'])['volumes']).some(
            (volume) => asObject(asObject(volume)['persistentVolumeClaim'])['claimName'] === claim.metadata.name,
          ),
      );
  }

  function provision(claim: KubeObject, storageClass: KubeObject): KubeObject | undefined {
    const spec = asObject(claim['spec']);
    const { namespace, name, uid } = claim.metadata;
    return context.create('/persistentvolumes', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `pvc-${uid}`, annotations: { 'pv.kubernetes.io/provisioned-by': storageClass['provisioner'] } },
      spec: {
        capacity: { storage: asObject(asObject(spec['resources'])['requests'])['storage'] },
        accessModes: spec['accessModes'],
        persistentVolumeReclaimPolicy: storageClass['reclaimPolicy'] ?? 'Delete',
        storageClassName: storageClass.metadata.name,
        volumeMode: spec['volumeMode'],
        hostPath: { path: `/var/lib/kube-sim/pvc-${uid}` },
        claimRef: { kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name, uid },
      },
    });
  }

  function settle(claim: KubeObject, volume: KubeObject): void {
    const { namespace, name, uid } = claim.metadata;
    const claimRef = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name, uid };
    const volumeSpec = asObject(volume['spec']);
    const { accessModes, capacity } = volumeSpec;
    const claimed = { ...volume, spec: { ...volumeSpec, claimRef } };
    const bound = { ...claim, spec: { ...asObject(claim['spec']), volumeName: volume.metadata.name } };
    context.replace('/persistentvolumes', { current: volume, next: claimed });
    context.replace('/persistentvolumeclaims', { current: claim, next: bound });
    context.setStatus('/persistentvolumes', volume, { phase: 'Bound' });
    context.setStatus('/persistentvolumeclaims', claim, { phase: 'Bound', accessModes, capacity });
  }

  function release(claim: KubeObject): void {
    if (podsUsing(claim).length > 0) return;
    const finalizers = claim.metadata.finalizers?.filter((each) => each !== protection) ?? [];
    if (finalizers.length === 0) store.remove('/persistentvolumeclaims', claim);
    else if (finalizers.length !== claim.metadata.finalizers?.length) {
      const next = { ...claim, metadata: { ...claim.metadata, finalizers } };
      context.replace('/persistentvolumeclaims', { current: claim, next });
    }
  }

  function settleVolume(volume: KubeObject): void {
    const reference = asObject(asObject(volume['spec'])['claimRef']);
    const { phase } = asObject(volume['status']);
    if (reference['name'] === undefined) {
      if (phase !== 'Available') context.setStatus('/persistentvolumes', volume, { phase: 'Available' });
      return;
    }
    const claim = store.get('/persistentvolumeclaims', {
      namespace: asString(reference['namespace']),
      name: asString(reference['name']),
    });
    if (claim?.metadata.uid === reference['uid'] || reference['uid'] === undefined) return;
    if (asObject(volume['spec'])['persistentVolumeReclaimPolicy'] === 'Delete')
      store.remove('/persistentvolumes', volume);
    else context.setStatus('/persistentvolumes', volume, { phase: 'Released' });
  }

  return {
    name: 'volumes',
    watches: ['/persistentvolumeclaims', '/persistentvolumes', '/pods', 'storage.k8s.io/storageclasses'],
    sync() {
      const pending = new Set<string>();
      for (const volume of store.list('/persistentvolumes')) settleVolume(volume);
      for (const claim of store.list('/persistentvolumeclaims')) {
        if (claim.metadata.deletionTimestamp !== undefined) release(claim);
        else if (asObject(claim['status'])['phase'] !== 'Bound') {
          if (claim['status'] === undefined) context.setStatus('/persistentvolumeclaims', claim, { phase: 'Pending' });
          bind(store.get('/persistentvolumeclaims', claim.metadata) ?? claim);
          pending.add(claim.metadata.uid);
        }
      }
      for (const uid of reports.keys()) if (!pending.has(uid)) reports.delete(uid);
      return reports.size > 0 ? Math.min(...[...reports.values()].map(({ at }) => at)) + resyncMs : undefined;
    },
  };
}

export const noProvisioner = 'kubernetes.io/no-provisioner';

function isReserved(volume: KubeObject, { metadata, spec }: KubeObject): boolean {
  const { name, namespace } = asObject(asObject(volume['spec'])['claimRef']);
  const isClaimed = name === metadata.name && namespace === metadata.namespace;
  return isClaimed || asObject(spec)['volumeName'] === volume.metadata.name;
}

/** Tests whether a volume satisfies a claim. */
export function fitsClaim(claim: KubeObject, volume: KubeObject): boolean {
  const wanted = asObject(claim['spec']);
  const offered = asObject(volume['spec']);
  const reference = asObject(offered['claimRef']);
  const isFree =
    offered['claimRef'] === undefined ||
    (reference['name'] === claim.metadata.name && reference['namespace'] === claim.metadata.namespace);
  const size = (value: unknown) => parseQuantity(asObject(value)['storage']) ?? 0;
  return (
    isFree &&
    asString(offered['storageClassName']) === asString(wanted['storageClassName']) &&
    (wanted['volumeName'] === undefined || wanted['volumeName'] === volume.metadata.name) &&
    size(offered['capacity']) >= size(asObject(wanted['resources'])['requests']) &&
    asArray(wanted['accessModes']).every((mode) => asArray(offered['accessModes']).includes(mode))
  );
}

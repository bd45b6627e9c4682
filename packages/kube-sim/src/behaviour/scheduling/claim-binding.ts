import { asArray, asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ControllerContext } from '../controller-context.ts';
import { fitsClaim, noProvisioner, selectedNodeAnnotation } from '../volumes.ts';
import { fitsSelector, type Obstacle } from './node-rules.ts';

/** The scheduler's part in binding claims: it selects the node that a volume is bound or provisioned for. */
export function createClaimBinder(context: ControllerContext) {
  const { store } = context;

  function unboundClaims(pod: KubeObject): readonly KubeObject[] {
    const { namespace = '' } = pod.metadata;
    return asArray(asObject(pod['spec'])['volumes']).flatMap((volume) => {
      const name = asString(asObject(asObject(volume)['persistentVolumeClaim'])['claimName']);
      const claim = name === '' ? undefined : store.get('/persistentvolumeclaims', { namespace, name });
      return claim && asObject(claim['status'])['phase'] !== 'Bound' ? [claim] : [];
    });
  }

  const classOf = (claim: KubeObject) =>
    store.get('storage.k8s.io/storageclasses', { name: asString(asObject(claim['spec'])['storageClassName']) });

  return {
    /** The claim that keeps a pod from every node: missing, lost or bound by its controller alone. */
    findEarlyProblem(pod: KubeObject): string | undefined {
      const { namespace = '' } = pod.metadata;
      for (const volume of asArray(asObject(pod['spec'])['volumes'])) {
        const name = asObject(asObject(volume)['persistentVolumeClaim'])['claimName'];
        if (typeof name === 'string' && !store.get('/persistentvolumeclaims', { namespace, name }))
          return `persistentvolumeclaim "${name}" not found`;
      }
      const isImmediate = (claim: KubeObject) => classOf(claim)?.['volumeBindingMode'] !== 'WaitForFirstConsumer';
      return unboundClaims(pod).some(isImmediate) ? 'pod has unbound immediate PersistentVolumeClaims' : undefined;
    },
    /** Judges nodes by the volumes that the pod's unbound claims could get there. */
    createClaimJudge(pod: KubeObject): (node: KubeObject) => Obstacle | undefined {
      const claims = unboundClaims(pod).filter((claim) => classOf(claim)?.['provisioner'] === noProvisioner);
      const volumes = claims.length === 0 ? [] : store.list('/persistentvolumes');
      return (node) => {
        const isShort = claims.some(
          (claim) => !volumes.some((each) => isReachable(each, node) && fitsClaim(claim, each)),
        );
        if (!isShort) return undefined;
        return { reasons: ["node(s) didn't find available persistent volumes to bind"], isPreemptable: false };
      };
    },
    /** Names the node in the pod's unbound claims. @returns whether there are any */
    selectNode(pod: KubeObject, { metadata: { name } }: KubeObject): boolean {
      const claims = unboundClaims(pod);
      for (const claim of claims) {
        const annotations = { ...claim.metadata.annotations, [selectedNodeAnnotation]: name };
        const next = { ...claim, metadata: { ...claim.metadata, annotations } };
        context.replace('/persistentvolumeclaims', { current: claim, next, manager: 'kube-scheduler' });
      }
      return claims.length > 0;
    },
  };
}

function isReachable(volume: KubeObject, node: KubeObject): boolean {
  const nodeAffinity = asObject(asObject(volume['spec'])['nodeAffinity']);
  const required = { requiredDuringSchedulingIgnoredDuringExecution: nodeAffinity['required'] };
  return fitsSelector({ affinity: { nodeAffinity: required } }, node);
}

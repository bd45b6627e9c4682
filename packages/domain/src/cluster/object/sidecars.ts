import type { KubeObject } from './kube-object.ts';
import { objectsAt, textAt } from './read-value.ts';

/** Returns the names of a pod's native sidecars: init containers that run beside its containers. */
export function sidecarNames(pod: KubeObject): ReadonlySet<string> {
  const sidecars = objectsAt(pod, 'spec', 'initContainers').filter(
    (container) => textAt(container, 'restartPolicy') === 'Always',
  );
  return new Set(sidecars.map((container) => textAt(container, 'name') ?? ''));
}

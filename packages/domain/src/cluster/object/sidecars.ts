import type { KubeObject } from './kube-object.ts';
import { objectsAt, textAt } from './read-value.ts';

/** The names of the init containers of a pod that run beside its containers: native sidecars. */
export function sidecarNames(pod: KubeObject): ReadonlySet<string> {
  const sidecars = objectsAt(pod, 'spec', 'initContainers').filter(
    (container) => textAt(container, 'restartPolicy') === 'Always',
  );
  return new Set(sidecars.map((container) => textAt(container, 'name') ?? ''));
}

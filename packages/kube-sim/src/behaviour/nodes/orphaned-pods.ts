import { asObject, asString } from '../../object/json-value.ts';
import type { ControllerContext } from '../controller-context.ts';
import type { Controller } from '../controller.ts';

/** As kube-controller-manager waits before it removes pods of a node that does not exist (pkg/controller/podgc). */
const quarantineMs = 40_000;

/** Removes pods of nodes that were deleted, at once and without their kubelet. */
export function createOrphanedPodController({ store, clock }: ControllerContext): Controller {
  const missingSince = new Map<string, number>();

  return {
    name: 'orphaned-pods',
    watches: ['/nodes', '/pods'],
    sync() {
      const nodes = new Set(store.list('/nodes').map(({ metadata }) => metadata.name));
      const orphans = store.list('/pods').filter(({ spec }) => {
        const node = asString(asObject(spec)['nodeName']);
        return node !== '' && !nodes.has(node);
      });
      const known = new Set(orphans.map(({ metadata }) => metadata.uid));
      for (const uid of missingSince.keys()) if (!known.has(uid)) missingSince.delete(uid);
      const dues = orphans.map((pod) => {
        const since = missingSince.get(pod.metadata.uid) ?? clock.now();
        missingSince.set(pod.metadata.uid, since);
        if (clock.now() >= since + quarantineMs) store.remove('/pods', pod);
        return since + quarantineMs;
      });
      const next = dues.filter((due) => due > clock.now());
      return next.length > 0 ? Math.min(...next) : undefined;
    },
  };
}

import { asObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { partOf } from '../../object/part-of.ts';
import { toLabelTest } from '../../selectors/selectors.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import { isPodReady } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';

const storage = 'policy/poddisruptionbudgets';

/** Computes the allowed disruptions of budgets. */
export function createDisruptionBudgetController(context: ControllerContext): Controller {
  function syncOne(budget: KubeObject): void {
    const { selector, minAvailable, maxUnavailable } = asObject(budget['spec']);
    const isSelected = toLabelTest(selector);
    const pods = context.store
      .list('/pods', budget.metadata.namespace)
      .filter(({ metadata }) => isSelected(metadata.labels ?? {}));
    const healthy = pods.filter(isPodReady).length;
    const desired =
      minAvailable === undefined
        ? pods.length - partOf(maxUnavailable, pods.length)
        : partOf(minAvailable, pods.length);
    const allowed = Math.max(0, healthy - desired);
    context.setStatus(storage, budget, {
      conditions: [
        {
          type: 'DisruptionAllowed',
          status: allowed > 0 ? 'True' : 'False',
          observedGeneration: budget.metadata.generation,
          lastTransitionTime: budget.metadata.creationTimestamp,
          reason: allowed > 0 ? 'SufficientPods' : 'InsufficientPods',
          message: '',
        },
      ],
      currentHealthy: healthy,
      desiredHealthy: Math.max(0, desired),
      disruptionsAllowed: allowed,
      expectedPods: pods.length,
      observedGeneration: budget.metadata.generation,
    });
  }

  return {
    name: 'disruption-budgets',
    watches: [storage, '/pods'],
    sync() {
      for (const budget of context.store.list(storage)) syncOne(budget);
      return undefined;
    },
  };
}

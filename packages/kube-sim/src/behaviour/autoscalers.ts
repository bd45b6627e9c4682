import { asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseApiVersion } from '../resources/resource-definition.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';
import { withCondition, type ControllerContext } from './controller-context.ts';
import type { Controller } from './controller.ts';

const storage = 'autoscaling/horizontalpodautoscalers';
const component = 'horizontal-pod-autoscaler';

/** Keeps targets within the bounds of their autoscalers. Nothing is measured here, so it never scales by metrics, and says so. */
export function createAutoscalerController(context: ControllerContext, registry: ResourceRegistry): Controller {
  const { store } = context;

  function syncOne(autoscaler: KubeObject): void {
    const spec = asObject(autoscaler['spec']);
    const reference = asObject(spec['scaleTargetRef']);
    const { group } = parseApiVersion(asString(reference['apiVersion']));
    const definition = registry.findKind(group, asString(reference['kind']));
    const name = asString(reference['name']);
    const target = definition && store.get(definition.storage, { namespace: autoscaler.metadata.namespace, name });
    if (!definition || !target) {
      const message = `the HPA controller was unable to get the target's current scale: ${definition?.plural ?? name}.${group} "${name}" not found`;
      settle(autoscaler, 0, [{ type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message }]);
      return;
    }
    const current = Number(asObject(target['spec'])['replicas'] ?? 1);
    const wanted = Math.min(
      Math.max(current, Number(spec['minReplicas'] ?? 1)),
      Number(spec['maxReplicas'] ?? current),
    );
    if (wanted !== current) {
      const generation = (target.metadata.generation ?? 1) + 1;
      const metadata = { ...target.metadata, generation };
      store.put(definition.storage, { ...target, metadata, spec: { ...asObject(target['spec']), replicas: wanted } });
    }
    const message =
      'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';
    settle(autoscaler, current, [
      {
        type: 'AbleToScale',
        status: 'True',
        reason: 'SucceededGetScale',
        message: "the HPA controller was able to get the target's current scale",
      },
      { type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric', message },
    ]);
  }

  function settle(autoscaler: KubeObject, replicas: number, judged: readonly JsonObject[]): void {
    const before = asObject(autoscaler['status']);
    const known = (before['conditions'] ?? []) as readonly JsonObject[];
    const conditions = judged.reduce((all, each) => withCondition(all, each, context.timestamp()), known);
    for (const { status, reason, message } of judged) {
      const isNews = !known.some((each) => each['message'] === message);
      if (status === 'False' && isNews) {
        context.events.record(autoscaler, {
          type: 'Warning',
          reason: asString(reason),
          message: asString(message),
          component,
        });
      }
    }
    context.setStatus(storage, autoscaler, {
      currentMetrics: null,
      currentReplicas: replicas,
      desiredReplicas: replicas,
      conditions,
    });
  }

  return {
    name: 'autoscalers',
    watches: [storage, 'apps/deployments', 'apps/statefulsets', 'apps/replicasets'],
    sync() {
      for (const autoscaler of store.list(storage)) syncOne(autoscaler);
      return undefined;
    },
  };
}

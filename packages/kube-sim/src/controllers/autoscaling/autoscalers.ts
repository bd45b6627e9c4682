import { withScale } from '../../api/scale.ts';
import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import { withCondition } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { createAutoscalerJudge, type Verdict } from './autoscaler-verdict.ts';
import type { ScalingHistory } from './scaling-rules.ts';

const storage = 'autoscaling/horizontalpodautoscalers';
const component = 'horizontal-pod-autoscaler';
const periodMs = 15_000;
/** The longest period that scaling policies look back. */
const rememberedMs = 3_600_000;

interface Memory extends ScalingHistory {
  nextAt: number;
  /** The spec at the last evaluation. */
  spec: unknown;
}

/** Scales targets by the usage of their pods, within the bounds and behaviour of their autoscalers. */
export function createAutoscalerController(context: ControllerContext, registry: ResourceRegistry): Controller {
  const { store, clock, events } = context;
  const judge = createAutoscalerJudge({ store, clock, registry });
  const memories = new Map<string, Memory>();

  function syncOne(autoscaler: KubeObject): number {
    const now = clock.now();
    const { spec } = autoscaler;
    const known = memories.get(autoscaler.metadata.uid);
    if (known && now < known.nextAt && known.spec === spec) return known.nextAt;
    const memory = known ?? { recommendations: [], changes: [], nextAt: 0, spec };
    Object.assign(memory, { nextAt: now + periodMs, spec });
    memories.set(autoscaler.metadata.uid, memory);
    const verdict = judge(autoscaler, memory);
    for (const warning of verdict.warnings) events.record(autoscaler, { type: 'Warning', ...warning, component });
    setStatus(autoscaler, verdict, rescale(autoscaler, verdict, memory));
    return memory.nextAt;
  }

  /** @returns the condition of a successful rescale, if the size changed */
  function rescale(
    autoscaler: KubeObject,
    { current, desired = current, why = '', target }: Verdict,
    memory: Memory,
  ): JsonObject | undefined {
    if (!target || desired === current) return undefined;
    const scaled = withScale(target.definition, target.object, { spec: { replicas: desired } });
    const generation = (target.object.metadata.generation ?? 0) + 1;
    const next = { ...scaled, metadata: { ...scaled.metadata, generation } };
    context.replace(target.definition.storage, { current: target.object, next, subresource: 'scale' });
    const now = clock.now();
    memory.changes = [
      ...memory.changes.filter(({ at }) => at > now - rememberedMs),
      { at: now, replicas: desired - current },
    ];
    events.record(autoscaler, {
      reason: 'SuccessfulRescale',
      message: `New size: ${desired}; reason: ${why}`,
      component,
    });
    const message = `the HPA controller was able to update the target scale to ${desired}`;
    return { type: 'AbleToScale', status: 'True', reason: 'SucceededRescale', message };
  }

  function setStatus(autoscaler: KubeObject, verdict: Verdict, rescaled: JsonObject | undefined): void {
    const before = asObject(autoscaler['status']);
    const known = asArray(before['conditions']).map(asObject);
    const judged = rescaled ? [...verdict.conditions, rescaled] : verdict.conditions;
    const conditions = judged.reduce<readonly JsonObject[]>(
      (all, each) => withCondition(all, each, context.timestamp()),
      known,
    );
    const lastScaleTime = rescaled ? context.timestamp() : before['lastScaleTime'];
    context.setStatus(storage, autoscaler, {
      ...(lastScaleTime !== undefined && { lastScaleTime }),
      currentMetrics: verdict.metrics ?? null,
      currentReplicas: verdict.current,
      desiredReplicas: verdict.desired ?? before['desiredReplicas'] ?? 0,
      conditions,
    });
  }

  return {
    name: 'autoscalers',
    watches: [storage],
    sync() {
      const autoscalers = store.list(storage);
      const uids = new Set(autoscalers.map(({ metadata }) => metadata.uid));
      for (const uid of memories.keys()) if (!uids.has(uid)) memories.delete(uid);
      const dues = autoscalers.map(syncOne);
      return dues.length > 0 ? Math.min(...dues) : undefined;
    },
  };
}

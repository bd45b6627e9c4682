import { earliestDue } from '../../control-loop/earliest-due.ts';
import { withScale } from '../../api/scale.ts';
import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import { withCondition } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { createAutoscalerEvaluator, type Evaluation } from './autoscaler-evaluation.ts';
import type { ScalingHistory } from './scaling-rules.ts';

const storage = 'autoscaling/horizontalpodautoscalers';
const component = 'horizontal-pod-autoscaler';
const periodMs = 15_000;
/** The longest period that scaling policies look back. */
const historyMs = 3_600_000;

interface AutoscalerState extends ScalingHistory {
  nextAt: number;
  /** The spec at the last evaluation. */
  spec: unknown;
}

/** Scales targets by the usage of their pods, within the bounds and behaviour of their autoscalers. */
export function createAutoscalerController(context: ControllerContext, registry: ResourceRegistry): Controller {
  const { store, clock, events } = context;
  const evaluate = createAutoscalerEvaluator({ store, clock, registry });
  const states = new Map<string, AutoscalerState>();

  function syncOne(autoscaler: KubeObject): number {
    const now = clock.now();
    const { spec } = autoscaler;
    const known = states.get(autoscaler.metadata.uid);
    if (known && now < known.nextAt && known.spec === spec) return known.nextAt;
    const state = known ?? { recommendations: [], changes: [], nextAt: 0, spec };
    Object.assign(state, { nextAt: now + periodMs, spec });
    states.set(autoscaler.metadata.uid, state);
    const evaluation = evaluate(autoscaler, state);
    for (const warning of evaluation.warnings) events.record(autoscaler, { type: 'Warning', ...warning, component });
    setStatus(autoscaler, evaluation, rescale(autoscaler, evaluation, state));
    return state.nextAt;
  }

  /** @returns the condition of a successful rescale, if the size changed */
  function rescale(
    autoscaler: KubeObject,
    { current, desired = current, why = '', target }: Evaluation,
    state: AutoscalerState,
  ): JsonObject | undefined {
    if (!target || desired === current) return undefined;
    const scaled = withScale(target.definition, target.object, { spec: { replicas: desired } });
    const generation = (target.object.metadata.generation ?? 0) + 1;
    const next = { ...scaled, metadata: { ...scaled.metadata, generation } };
    context.replace(target.definition.storage, { current: target.object, next, subresource: 'scale' });
    const now = clock.now();
    state.changes = [
      ...state.changes.filter(({ at }) => at > now - historyMs),
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

  function setStatus(autoscaler: KubeObject, evaluation: Evaluation, rescaled: JsonObject | undefined): void {
    const before = asObject(autoscaler['status']);
    const known = asArray(before['conditions']).map(asObject);
    const judged = rescaled ? [...evaluation.conditions, rescaled] : evaluation.conditions;
    const conditions = judged.reduce<readonly JsonObject[]>(
      (all, each) => withCondition(all, each, context.timestamp()),
      known,
    );
    const lastScaleTime = rescaled ? context.timestamp() : before['lastScaleTime'];
    context.setStatus(storage, autoscaler, {
      ...(lastScaleTime !== undefined && { lastScaleTime }),
      currentMetrics: evaluation.metrics ?? null,
      currentReplicas: evaluation.current,
      desiredReplicas: evaluation.desired ?? before['desiredReplicas'] ?? 0,
      conditions,
    });
  }

  return {
    name: 'autoscalers',
    watches: [storage],
    sync() {
      const autoscalers = store.list(storage);
      const uids = new Set(autoscalers.map(({ metadata }) => metadata.uid));
      for (const uid of states.keys()) if (!uids.has(uid)) states.delete(uid);
      return earliestDue(autoscalers.map(syncOne));
    },
  };
}

import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { toScale, withScale } from '../../api/scale.ts';
import { parseApiVersion, type ResourceDefinition } from '../../resources/resource-definition.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import { toLabelTest } from '../../selectors/label-selector.ts';
import { withCondition, type ControllerContext } from '../controller-context.ts';
import type { Controller } from '../controller.ts';
import { createMetricJudge, type Proposal } from './metric-proposal.ts';
import { settleReplicas, type ScalingHistory } from './scaling-rules.ts';

const storage = 'autoscaling/horizontalpodautoscalers';
const component = 'horizontal-pod-autoscaler';
const periodMs = 15_000;
/** No policy of scaling looks further back. */
const rememberedMs = 3_600_000;

/** What a look at an autoscaler came to. */
interface Verdict {
  readonly current: number;
  readonly desired?: number;
  readonly conditions: readonly JsonObject[];
  readonly metrics?: readonly JsonObject[];
  /** Why the size changes. */
  readonly why?: string;
}

interface Target {
  readonly definition: ResourceDefinition;
  readonly object: KubeObject;
}

interface Memory extends ScalingHistory {
  nextAt: number;
  spec: unknown;
}

/** Scales targets by what their pods use, within the bounds and the rules of their autoscalers. */
export function createAutoscalerController(context: ControllerContext, registry: ResourceRegistry): Controller {
  const { store, clock, events } = context;
  const judgeMetric = createMetricJudge(store, registry);
  const memories = new Map<string, Memory>();

  function syncOne(autoscaler: KubeObject): number {
    const now = clock.now();
    const spec = autoscaler['spec'];
    const known = memories.get(autoscaler.metadata.uid);
    if (known && now < known.nextAt && known.spec === spec) return known.nextAt;
    const memory = known ?? { recommendations: [], changes: [], nextAt: 0, spec };
    Object.assign(memory, { nextAt: now + periodMs, spec });
    memories.set(autoscaler.metadata.uid, memory);
    const target = findTarget(autoscaler);
    const verdict = typeof target === 'string' ? unable(autoscaler, target) : judge(autoscaler, target, memory);
    const rescaled = typeof target === 'string' ? undefined : rescale(autoscaler, target, { verdict, memory });
    settle(autoscaler, verdict, rescaled);
    return memory.nextAt;
  }

  function findTarget(autoscaler: KubeObject): Target | string {
    const { apiVersion, kind, name } = asObject(asObject(autoscaler['spec'])['scaleTargetRef']);
    const { group } = parseApiVersion(asString(apiVersion));
    const definition = registry.findKind(group, asString(kind));
    if (!definition) return `no matches for kind "${asString(kind)}" in group "${group}"`;
    const object = store.get(definition.storage, {
      namespace: autoscaler.metadata.namespace,
      name: asString(name),
    });
    const resource = group === '' ? definition.plural : `${definition.plural}.${group}`;
    return object ? { definition, object } : `${resource} "${asString(name)}" not found`;
  }

  function unable(autoscaler: KubeObject, error: string): Verdict {
    warn(autoscaler, 'FailedGetScale', error);
    const message = `the HPA controller was unable to get the target's current scale: ${error}`;
    return { current: 0, conditions: [{ type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message }] };
  }

  function judge(autoscaler: KubeObject, { definition, object }: Target, memory: Memory): Verdict {
    const spec = asObject(autoscaler['spec']);
    const current = Number(asObject(toScale(definition, object)['spec'])['replicas']);
    if (current === 0) return { current, desired: 0, conditions: [gotScale, disabled] };
    const [minimum, maximum] = [Number(spec['minReplicas'] ?? 1), Number(spec['maxReplicas'] ?? current)];
    if (current > maximum)
      return {
        current,
        desired: maximum,
        conditions: [gotScale],
        why: 'Current number of replicas above Spec.MaxReplicas',
      };
    if (current < minimum)
      return {
        current,
        desired: minimum,
        conditions: [gotScale],
        why: 'Current number of replicas below Spec.MinReplicas',
      };
    return judgeMetrics(autoscaler, { current, pods: podsOf(object), memory });
  }

  function judgeMetrics(
    autoscaler: KubeObject,
    {
      current,
      pods,
      memory,
    }: { readonly current: number; readonly pods: readonly KubeObject[]; readonly memory: Memory },
  ): Verdict {
    const spec = asObject(autoscaler['spec']);
    const now = clock.now();
    const proposals = asArray(spec['metrics'])
      .map(asObject)
      .map((metric) => judgeMetric(metric, { current, pods, now }));
    for (const each of proposals) if ('error' in each) warn(autoscaler, each.reason, each.error);
    const metrics = proposals.map((each) => ('status' in each ? each.status : { type: '' }));
    const valid = proposals.filter((each) => 'replicas' in each);
    const best = valid.toSorted((left, right) => right.replicas - left.replicas)[0];
    const failed = proposals.find((each) => 'error' in each);
    if (!best || (failed && best.replicas < current)) return invalid(autoscaler, { current, proposals, failed });
    if (memory.recommendations.length === 0) memory.recommendations = [{ at: now, replicas: current }];
    const { replicas, able, limited } = settleReplicas(spec, memory, { current, recommended: best.replicas, now });
    const message = `the HPA was able to successfully calculate a replica count from ${best.name}`;
    const active = { type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound', message };
    const why = replicas > current ? `${best.name} above target` : 'All metrics below target';
    return { current, desired: replicas, conditions: [able, active, limited], metrics, why };
  }

  function invalid(
    autoscaler: KubeObject,
    { current, proposals, failed }: { current: number; proposals: readonly Proposal[]; failed: Failure | undefined },
  ): Verdict {
    if (!failed) return { current, conditions: [gotScale] };
    const count = proposals.filter((each) => 'error' in each).length;
    const first = `failed to get ${failed.what}: ${failed.error}`;
    const error = `invalid metrics (${count} invalid out of ${proposals.length}), first error is: ${first}`;
    warn(autoscaler, 'FailedComputeMetricsReplicas', error);
    const message = `the HPA was unable to compute the replica count: ${failed.error}`;
    return {
      current,
      conditions: [gotScale, { type: 'ScalingActive', status: 'False', reason: failed.reason, message }],
    };
  }

  /** @returns the condition that tells of it, where the size changed */
  function rescale(
    autoscaler: KubeObject,
    { definition, object }: Target,
    { verdict: { current, desired = current, why = '' }, memory }: { verdict: Verdict; memory: Memory },
  ): JsonObject | undefined {
    if (desired === current) return undefined;
    const scaled = withScale(definition, object, { spec: { replicas: desired } });
    const generation = (object.metadata.generation ?? 0) + 1;
    store.put(definition.storage, { ...scaled, metadata: { ...scaled.metadata, generation } });
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

  function settle(autoscaler: KubeObject, verdict: Verdict, rescaled: JsonObject | undefined): void {
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

  function warn(autoscaler: KubeObject, reason: string, message: string): void {
    events.record(autoscaler, { type: 'Warning', reason, message, component });
  }

  /** The pods that a target selects, those on their way out and those that failed left out. */
  function podsOf(object: KubeObject): readonly KubeObject[] {
    const isSelected = toLabelTest(asObject(object['spec'])['selector']);
    return store
      .list('/pods', object.metadata.namespace)
      .filter(({ metadata }) => isSelected(metadata.labels ?? {}) && metadata.deletionTimestamp === undefined)
      .filter(({ status }) => asObject(status)['phase'] !== 'Failed');
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

type Failure = Extract<Proposal, { readonly error: string }>;

const gotScale: JsonObject = {
  type: 'AbleToScale',
  status: 'True',
  reason: 'SucceededGetScale',
  message: "the HPA controller was able to get the target's current scale",
};

const disabled: JsonObject = {
  type: 'ScalingActive',
  status: 'False',
  reason: 'ScalingDisabled',
  message: 'scaling is disabled since the replica count of the target is zero',
};

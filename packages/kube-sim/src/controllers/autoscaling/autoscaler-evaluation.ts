import type { VirtualClock } from '../../clock/virtual-clock.ts';
import { toScale } from '../../api/scale.ts';
import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { parseApiVersion, type ResourceDefinition } from '../../resources/resource-definition.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import { toLabelTest } from '../../selectors/selectors.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { createMetricEvaluator, type Proposal } from './metric-proposal.ts';
import { settleReplicas, type ScalingHistory } from './scaling-rules.ts';

/** The result of evaluating an autoscaler. */
export interface Evaluation {
  readonly current: number;
  /** The desired number of replicas; undefined if it cannot be computed. */
  readonly desired?: number;
  /** Reason for rescaling. */
  readonly why?: string;
  readonly conditions: readonly JsonObject[];
  /** Measured metrics, as the status reports them. */
  readonly metrics?: readonly JsonObject[];
  readonly warnings: readonly { readonly reason: string; readonly message: string }[];
  /** The scale target, if found. */
  readonly target?: ScaleTarget;
}

interface ScaleTarget {
  readonly definition: ResourceDefinition;
  readonly object: KubeObject;
}

interface Sources {
  readonly store: ObjectStore;
  readonly clock: VirtualClock;
  readonly registry: ResourceRegistry;
}

/** Creates the evaluator of autoscalers: it computes the desired size of a target. */
export function createAutoscalerEvaluator({ store, clock, registry }: Sources) {
  const evaluateMetric = createMetricEvaluator(store, registry);

  function findTarget(autoscaler: KubeObject): ScaleTarget | string {
    const { apiVersion, kind, name } = asObject(asObject(autoscaler['spec'])['scaleTargetRef']);
    const { group } = parseApiVersion(asString(apiVersion));
    const definition = registry.findKind(group, asString(kind));
    if (!definition) return `no matches for kind "${asString(kind)}" in group "${group}"`;
    const { namespace } = autoscaler.metadata;
    const object = store.get(definition.storage, { namespace, name: asString(name) });
    const resource = group === '' ? definition.plural : `${definition.plural}.${group}`;
    return object ? { definition, object } : `${resource} "${asString(name)}" not found`;
  }

  function evaluateSize(spec: JsonObject, target: ScaleTarget, history: ScalingHistory): Evaluation {
    const current = Number(asObject(toScale(target.definition, target.object)['spec'])['replicas']);
    const settled = { current, target, conditions: [gotScale], warnings: [] };
    if (current === 0) return { ...settled, desired: 0, conditions: [gotScale, disabled] };
    const [minimum, maximum] = [Number(spec['minReplicas'] ?? 1), Number(spec['maxReplicas'] ?? current)];
    if (current > maximum)
      return { ...settled, desired: maximum, why: 'Current number of replicas above Spec.MaxReplicas' };
    if (current < minimum)
      return { ...settled, desired: minimum, why: 'Current number of replicas below Spec.MinReplicas' };
    return { ...settled, ...evaluateMetrics(spec, history, { current, pods: podsOf(target.object) }) };
  }

  function evaluateMetrics(
    spec: JsonObject,
    history: ScalingHistory,
    { current, pods }: { readonly current: number; readonly pods: readonly KubeObject[] },
  ): Omit<Evaluation, 'current'> {
    const now = clock.now();
    const proposals = asArray(spec['metrics']).map((metric) =>
      evaluateMetric(asObject(metric), { current, pods, now }),
    );
    const failures = proposals.filter((each) => 'error' in each);
    const warnings = failures.map(({ reason, error }) => ({ reason, message: error }));
    const best = proposals
      .filter((each) => 'replicas' in each)
      .toSorted((left, right) => right.replicas - left.replicas)[0];
    const [failed] = failures;
    if (failed && (!best || best.replicas < current)) {
      const count = `${failures.length} invalid out of ${proposals.length}`;
      return { conditions: [gotScale, inactive(failed)], warnings: [...warnings, summarize(failed, count)] };
    }
    if (!best) return { conditions: [gotScale], warnings };
    if (history.recommendations.length === 0) history.recommendations = [{ at: now, replicas: current }];
    const { replicas, able, limited } = settleReplicas(spec, history, { current, recommended: best.replicas, now });
    const message = `the HPA was able to successfully calculate a replica count from ${best.name}`;
    const active = { type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound', message };
    return {
      desired: replicas,
      why: replicas > current ? `${best.name} above target` : 'All metrics below target',
      conditions: [able, active, limited],
      metrics: proposals.map((each) => ('status' in each ? each.status : { type: '' })),
      warnings,
    };
  }

  /** The pods that a target selects, except terminating and failed ones. */
  function podsOf(object: KubeObject): readonly KubeObject[] {
    const isSelected = toLabelTest(asObject(object['spec'])['selector']);
    return store
      .list('/pods', object.metadata.namespace)
      .filter(({ metadata }) => isSelected(metadata.labels ?? {}) && metadata.deletionTimestamp === undefined)
      .filter(({ status }) => asObject(status)['phase'] !== 'Failed');
  }

  /** Evaluates an autoscaler now and adds the recommendation to its history. */
  return function evaluate(autoscaler: KubeObject, history: ScalingHistory): Evaluation {
    const target = findTarget(autoscaler);
    if (typeof target !== 'string') return evaluateSize(asObject(autoscaler['spec']), target, history);
    const message = `the HPA controller was unable to get the target's current scale: ${target}`;
    return {
      current: 0,
      conditions: [{ type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message }],
      warnings: [{ reason: 'FailedGetScale', message: target }],
    };
  };
}

type Failure = Extract<Proposal, { readonly error: string }>;

function inactive({ reason, error }: Failure): JsonObject {
  const message = `the HPA was unable to compute the replica count: ${error}`;
  return { type: 'ScalingActive', status: 'False', reason, message };
}

function summarize({ what, error }: Failure, count: string): Evaluation['warnings'][number] {
  const message = `invalid metrics (${count}), first error is: failed to get ${what}: ${error}`;
  return { reason: 'FailedComputeMetricsReplicas', message };
}

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

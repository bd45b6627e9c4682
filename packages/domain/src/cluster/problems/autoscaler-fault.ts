import { conditionOf, isCondition } from '../object/condition.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { textAt } from '../object/read-value.ts';

/** The reason why a HorizontalPodAutoscaler cannot scale. */
export interface AutoscalerFault {
  readonly condition: 'AbleToScale' | 'ScalingActive';
  /** Reason of the condition, for example `FailedGetResourceMetric`. */
  readonly reason: string;
  /** Completes "It cannot scale Deployment/web: …". */
  readonly meaning: string;
  readonly next: string;
}

type Explanation = readonly [reason: RegExp, meaning: string, next: string];

const noMetrics = 'the metrics that it scales by cannot be read';

/** Reasons of pkg/controller/podautoscaler/horizontal.go in Kubernetes. The first match wins. */
const explanations: readonly Explanation[] = [
  [
    /^AmbiguousSelector$/,
    'another HorizontalPodAutoscaler selects the same pods',
    'Compare the selector of its target with the selectors of the targets of other autoscalers in the namespace.',
  ],
  [
    /^InvalidSelector$/,
    'the selector of its target cannot be used',
    'Check spec.selector of its target; a custom resource names its selector in its scale subresource.',
  ],
  [/^InvalidMetricSourceType$/, 'a metric has an unknown type', 'Check the types in spec.metrics.'],
  [
    /^FailedGetExternalMetric$/,
    noMetrics,
    'Check whether the external metrics API is served, and the metric has values.',
  ],
  [
    /^FailedGet(?:Object|Pods)Metric$/,
    noMetrics,
    'Check whether the custom metrics API is served, and the metric has values.',
  ],
  [
    /^FailedGet(?:Container)?(?:Resource)?Metrics?$|^FailedGetContainerResourceMetric$/,
    noMetrics,
    'Check whether metrics are served (kubectl top), and whether the containers have requests for the measured resource.',
  ],
  [
    /^FailedComputeMetricsReplicas$/,
    noMetrics,
    'Read the message for the metric that fails, and check whether its API is served.',
  ],
  [/^FailedGetScale$/, 'its target cannot be read', 'Check whether its target exists.'],
  [
    /^FailedUpdateScale$/,
    'the API server refuses to change its replicas',
    'Read the message for the permission, quota or webhook that refuses the update.',
  ],
];

/**
 * Returns the fault of a HorizontalPodAutoscaler by its conditions; `undefined` if it scales, if its target
 * is scaled to zero, and before its controller has written conditions.
 */
export function autoscalerFault(autoscaler: KubeObject): AutoscalerFault | undefined {
  const condition = (['AbleToScale', 'ScalingActive'] as const).find((type) => isCondition(autoscaler, type, 'False'));
  if (condition === undefined) return undefined;
  const reason = textAt(conditionOf(autoscaler, condition), 'reason') ?? 'UnableToScale';
  if (reason === 'ScalingDisabled') return undefined;
  const [, meaning = 'its condition says why', next = 'Read the message of the condition.'] =
    explanations.find(([pattern]) => pattern.test(reason)) ?? [];
  return { condition, reason, meaning, next };
}

/** Returns the bound that keeps a HorizontalPodAutoscaler from its desired number of replicas. */
export function autoscalerLimit(autoscaler: KubeObject): 'maximum' | 'minimum' | undefined {
  if (!isCondition(autoscaler, 'ScalingLimited', 'True')) return undefined;
  const reason = textAt(conditionOf(autoscaler, 'ScalingLimited'), 'reason');
  if (reason === 'TooManyReplicas') return 'maximum';
  return reason === 'TooFewReplicas' ? 'minimum' : undefined;
}

import { expect, test } from 'vitest';
import { diagnose, toEvidence, toLines, toMessages } from '../../../../test/support/diagnose.ts';

const autoscaler = (conditions: string) => `
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web, namespace: shop }
spec: { minReplicas: 2, maxReplicas: 5, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web } }
status: { conditions: [${conditions}] }`;

const inactive = (reason: string, message = 'told by the controller') =>
  `{ type: AbleToScale, status: "True" }, { type: ScalingActive, status: "False", reason: ${reason}, message: ${JSON.stringify(message)} }`;

// Reasons: kubernetes, pkg/controller/podautoscaler/horizontal.go.
test.each<[reason: string, meaning: RegExp, next: RegExp]>([
  ['FailedGetResourceMetric', /metrics/, /kubectl top|metrics/],
  ['FailedGetExternalMetric', /metrics/, /external metrics API/],
  ['FailedGetObjectMetric', /metrics/, /custom metrics API/],
  ['FailedGetPodsMetric', /metrics/, /custom metrics API/],
  ['FailedComputeMetricsReplicas', /metrics/, /metric/],
  ['InvalidMetricSourceType', /metric/, /spec\.metrics/],
  ['AmbiguousSelector', /another HorizontalPodAutoscaler/, /selector/],
  ['InvalidSelector', /selector/, /selector/],
  ['SomethingNew', /cannot scale/, /condition/],
])('findAutoscalerProblems explains the reason %s of ScalingActive', (reason, meaning, next) => {
  const found = diagnose(autoscaler(inactive(reason)));
  expect(toLines(found)).toEqual([`warning ${reason} HorizontalPodAutoscaler/web`]);
  expect(toMessages(found)).toMatch(meaning);
  expect(found[0]?.next).toMatch(next);
  expect(toEvidence(found)).toContain('status.conditions[ScalingActive].message: told by the controller');
});

test('findAutoscalerProblems does not blame metrics when two autoscalers select the same pods', () => {
  expect(toMessages(diagnose(autoscaler(inactive('AmbiguousSelector'))))).not.toMatch(/metric/);
});

test.each<[reason: string, next: RegExp]>([
  ['FailedGetScale', /exists/],
  ['FailedUpdateScale', /permission|refuse/],
])('findAutoscalerProblems explains the reason %s of AbleToScale', (reason, next) => {
  const found = diagnose(autoscaler(`{ type: AbleToScale, status: "False", reason: ${reason}, message: x }`));
  expect(toLines(found)).toEqual([`warning ${reason} HorizontalPodAutoscaler/web`]);
  expect(found[0]?.next).toMatch(next);
});

test('findAutoscalerProblems reports an autoscaler at its maximum with severity info', () => {
  const conditions =
    '{ type: AbleToScale, status: "True" }, { type: ScalingActive, status: "True" }, { type: ScalingLimited, status: "True", reason: TooManyReplicas }';
  expect(toLines(diagnose(autoscaler(conditions)))).toEqual(['info AtMaximum HorizontalPodAutoscaler/web']);
});

test.each([
  ['one that scales', '{ type: AbleToScale, status: "True" }, { type: ScalingActive, status: "True" }'],
  ['one of a workload that is scaled to zero', inactive('ScalingDisabled')],
  [
    'one at its minimum',
    '{ type: ScalingActive, status: "True" }, { type: ScalingLimited, status: "True", reason: TooFewReplicas }',
  ],
  ['one that its controller has not seen yet', ''],
])('findAutoscalerProblems finds nothing for %s', (_name, conditions) => {
  expect(toLines(diagnose(autoscaler(conditions)))).toEqual([]);
});

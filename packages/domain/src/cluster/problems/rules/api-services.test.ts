import { expect, test } from 'vitest';
import { diagnose, minutesAgo, toEvidence, toLines, toMessages } from '../../../../test/support/diagnose.ts';

const apiService = (condition: string, spec = 'service: { namespace: shop, name: metrics }') => `
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1beta1.metrics.k8s.io }
spec: { group: metrics.k8s.io, version: v1beta1, ${spec} }
status: { conditions: [${condition}] }`;

const unavailable = (reason: string, message: string) =>
  `{ type: Available, status: "False", reason: ${reason}, message: ${JSON.stringify(message)}, lastTransitionTime: "${minutesAgo(3)}" }`;

// Reasons: kube-aggregator, pkg/controllers/status/remote/remote_available_controller.go.
test.each<[reason: string, message: string, next: RegExp]>([
  ['ServiceNotFound', 'service/metrics in "shop" is not present', /removed|installed/],
  ['MissingEndpoints', 'endpoints for service/metrics in "shop" have no addresses', /pods/],
  ['ServicePortError', 'service/metrics in "shop" is not listening on port 443', /port/],
  ['FailedDiscoveryCheck', 'failing or missing response from https://10.0.0.1:443/apis', /log|reach|network/],
])('findApiServiceProblems reports an API that is unavailable for the reason %s', (reason, message, next) => {
  const found = diagnose(apiService(unavailable(reason, message)));
  expect(toLines(found)).toEqual(['critical ApiUnavailable APIService/v1beta1.metrics.k8s.io']);
  expect(toMessages(found)).toContain('metrics.k8s.io/v1beta1');
  expect(toEvidence(found)).toContain(`status.conditions[Available].message: ${message}`);
  expect(toEvidence(found)).toContain('spec.service: shop/metrics');
  expect(found[0]?.next).toMatch(next);
  expect(found[0]?.since).toBe(minutesAgo(3));
});

test.each([
  ['an API that answers', apiService('{ type: Available, status: "True", reason: Passed }')],
  ['an API of the server itself', apiService('{ type: Available, status: "True", reason: Local }', 'service: null')],
  ['an API that has not been checked yet', apiService('')],
])('findApiServiceProblems finds nothing for %s', (_name, yaml) => {
  expect(toLines(diagnose(yaml))).toEqual([]);
});

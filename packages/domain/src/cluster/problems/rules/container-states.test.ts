import { expect, test } from 'vitest';
import { diagnose, minutesAgo, toEvidence, toLines, toMessages } from '../../../../test/support/diagnose.ts';

const pod = (status: string, spec = 'containers: [{ name: app, image: web }]', metadata = '') => `
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, creationTimestamp: "${minutesAgo(30)}"${metadata} }
spec: { nodeName: a, ${spec} }
status: { ${status} }`;

const waiting = (reason: string, message: string) =>
  `phase: Pending, containerStatuses: [{ name: app, state: { waiting: { reason: ${reason}, message: ${JSON.stringify(message)} } } }]`;

const ended = (reason: string, restarts = 2) =>
  `containerStatuses: [{ name: app, restartCount: ${restarts}, state: { terminated: { exitCode: 137, reason: ${reason}, finishedAt: "${minutesAgo(1)}" } } }]`;

// An evicted pod keeps its container statuses: Error, or ContainerStatusUnknown when the kubelet lost the container
// (kubernetes, pkg/kubelet/kubelet_pods.go, convertToAPIContainerStatuses).
test.each([
  ['Evicted', 'ContainerStatusUnknown'],
  ['Evicted', 'Error'],
  ['Preempting', 'Error'],
  ['NodeShutdown', 'Error'],
])(
  'findContainerProblems leaves a failed pod of reason %s with containers of %s to the reason of the pod',
  (...args) => {
    const [reason, state] = args;
    const found = diagnose(pod(`phase: Failed, reason: ${reason}, message: "node was low on memory", ${ended(state)}`));
    expect(toLines(found)).toEqual([`warning ${reason} Pod/web`]);
    expect(toEvidence(found)).toContain('node was low on memory');
  },
);

test('findContainerProblems reports no crash loop when the pod has failed for good', () => {
  expect(toLines(diagnose(pod(`phase: Failed, ${ended('Error')}`)))).toEqual(['warning ContainerFailed Pod/web']);
});

test('findContainerProblems reports a crash loop when the pod continues to run', () => {
  expect(toLines(diagnose(pod(`phase: Running, ${ended('Error')}`)))).toEqual(['critical CrashLoopBackOff Pod/web']);
});

// Texts: kubernetes, pkg/kubelet/kuberuntime/security_context.go and pkg/kubelet/kubelet_pods.go.
test.each<[message: string, meaning: RegExp, next: RegExp]>([
  [
    'container has runAsNonRoot and image will run as root (pod: "web_shop(1)", container: app)',
    /must not run as root, and its image runs as root/,
    /runAsUser/,
  ],
  [
    'container has runAsNonRoot and image has non-numeric user (nginx), cannot verify user is non-root (pod: "web")',
    /user name/,
    /runAsUser/,
  ],
  ['container\'s runAsUser breaks non-root policy (pod: "web", container: app)', /runAsUser is 0/, /runAsUser/],
  ["couldn't find key url in Secret shop/db", /key "url" .*Secret "db"/, /key/],
  ["couldn't find key mode in ConfigMap shop/settings", /key "mode" .*ConfigMap "settings"/, /key/],
  ['configmap "settings" not found', /ConfigMap "settings" does not exist/, /Create|name/],
  ['secret "db" not found', /Secret "db" does not exist/, /Create|name/],
  ['failed to prepare subPath for volumeMount "data" of container "app"', /subPath .*"data"/, /subPath/],
  ['an unknown message', /kubelet refuses its configuration/, /message/],
])('findContainerProblems explains CreateContainerConfigError when the kubelet says %j', (message, meaning, next) => {
  const found = diagnose(pod(waiting('CreateContainerConfigError', message)));
  expect(toLines(found)).toEqual(['critical CreateContainerConfigError Pod/web']);
  expect(toMessages(found)).toMatch(meaning);
  expect(found[0]?.next).toMatch(next);
  expect(toEvidence(found)).toContain(message);
});

test('findContainerProblems names a native sidecar in its report', () => {
  const spec = 'initContainers: [{ name: proxy, restartPolicy: Always }], containers: [{ name: app }]';
  const status = `phase: Running, initContainerStatuses: [{ name: proxy, restartCount: 4, state: { waiting: { reason: CrashLoopBackOff } }, lastState: { terminated: { exitCode: 1 } } }]`;
  expect(toMessages(diagnose(pod(status, spec)))).toContain('Sidecar "proxy"');
});

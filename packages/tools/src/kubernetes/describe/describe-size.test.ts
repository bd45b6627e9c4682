import { afterAll, beforeAll, expect, test } from 'vitest';
import { configMap, deployment, namespace, podSpec, secret } from '../../../test/support/kube-objects.ts';
import { expiredCertificate } from '../../../test/support/certificate-fixture.ts';
import { startKubernetes, type TestKubernetes } from '../../../test/support/start-kubernetes.ts';

let kubernetes: TestKubernetes;
const describeIt = (resource: string) => kubernetes.call('kubectl_describe', { resource, namespace: 'shop' });
const count = (text: string, part: string) => text.split(part).length - 1;

/**
 * The text of the PodSecurity admission plugin (kubernetes, pod-security-admission, policy/check_*.go), for one
 * container.
 */
const refusal = (pod: string) =>
  `Error creating: pods "${pod}" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false ` +
  '(container "web" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "web" must set ' +
  'securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "web" must set securityContext.runAsNonRoot=true)';

/** Suffixes as the API server generates them. */
const suffixes = ['bcdfg', 'hjklm', 'npqrs', 'tvwxz', '24567', '89bcd', 'fghjk', 'lmnpq', 'rstvw', 'xz245'];

beforeAll(async () => {
  kubernetes = await startKubernetes({
    options: { images: [{ image: 'absent*', pull: 'missing' }] },
  });
  const { objects } = kubernetes.cluster;
  objects.apply(namespace('shop'));
  objects.apply(deployment('web', podSpec(), 2));
  objects.apply(deployment('refused', podSpec(), 0));
  objects.apply(deployment('absent', podSpec({ image: 'absent:1' })));
  kubernetes.cluster.advance(120_000);
  const [set] = objects
    .list({ apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace: 'shop' })
    .filter(({ metadata }) => metadata.name.startsWith('refused'));
  for (const [index, suffix] of suffixes.entries()) {
    objects.apply({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `refused.${index}`, namespace: 'shop' },
      involvedObject: { kind: 'ReplicaSet', namespace: 'shop', name: set?.metadata.name },
      type: 'Warning',
      reason: 'FailedCreate',
      message: refusal(`${set?.metadata.name}-${suffix}`),
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:01:00Z',
    });
  }
  objects.apply({
    ...configMap(
      'huge',
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key-${index}`, 'x'.repeat(5_000)])),
    ),
    metadata: { name: 'huge', namespace: 'shop', annotations: { 'acme.io/blob': 'y'.repeat(50_000) } },
  });
  objects.apply({
    ...secret('shop-tls', { 'tls.crt': expiredCertificate, 'tls.key': 'private' }),
    type: 'kubernetes.io/tls',
  });
});

afterAll(async () => {
  await kubernetes[Symbol.asyncDispose]();
});

test('kubectl_describe shows a rejection once when the ReplicaSet has tried many pods', async () => {
  const answer = await describeIt('deploy/refused');
  expect(count(answer, 'violates PodSecurity')).toBe(1);
  expect(answer).toMatch(/Warning FailedCreate replicaset\/refused-\w+ \(10x since/);
  expect(answer).toContain('runAsNonRoot=true');
  expect(answer.length).toBeLessThan(2_000);
});

test('kubectl_describe writes a long message once when the pod and its events repeat it', async () => {
  const answer = await describeIt('deploy/absent');
  expect(answer).toMatch(/container web: waiting \((?:ErrImagePull|ImagePullBackOff)\)/);
  expect(answer.length).toBeLessThan(2_000);
});

test('kubectl_describe puts the routine events of healthy pods on one line', async () => {
  const answer = await describeIt('deploy/web');
  expect(answer).toMatch(/^Normal: .*Scheduled 2x.*Started 2x.* ago\)$/m);
  expect(answer).not.toMatch(/Successfully assigned/);
});

test('kubectl_describe truncates long values of a huge object and says how to read them', async () => {
  const answer = await describeIt('cm/huge');
  expect(answer).toContain('5000 characters; kubectl_get shows all');
  expect(answer).toContain('acme.io/blob');
  expect(answer).not.toContain('y'.repeat(200));
  expect(answer.length).toBeLessThan(16_000);
});

test('kubectl_describe shows neither defaults nor the status of a pod twice', async () => {
  const [pod] = kubernetes.cluster.objects
    .list({ apiVersion: 'v1', kind: 'Pod', namespace: 'shop' })
    .filter(({ metadata }) => metadata.name.startsWith('web'));
  const answer = await describeIt(`pod/${pod?.metadata.name}`);
  expect(answer).toContain('image: web:1');
  expect(answer).not.toMatch(/containerStatuses|podIPs|ownerReferences|restartPolicy: Always|kube-root-ca/);
  expect(answer.length).toBeLessThan(1_000);
});

test('kubectl_describe shows when the certificate of a TLS Secret expired', async () => {
  expect(await describeIt('secret/shop-tls')).toMatch(/^certificate EXPIRED 31d ago$/m);
});

import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(labels: Record<string, string>) {
  const cluster = await createCluster({ startTime: new Date('2026-01-01') });
  started.push(cluster);
  const prefixed = Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]);
  const metadata = { name: 'safe', labels: Object.fromEntries(prefixed) as Record<string, string> };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata });
  const call = createApiClient(cluster);
  return async (spec: object, resource = 'pods') => {
    const isPod = resource === 'pods';
    const labelled = { metadata: { labels: { a: 'b' } }, spec };
    const body = {
      metadata: { name: 'it' },
      spec: isPod ? spec : { selector: { matchLabels: { a: 'b' } }, template: labelled },
    };
    const base = isPod ? '/api/v1' : '/apis/apps/v1';
    const answer = await call(`${base}/namespaces/safe/${resource}`, { method: 'POST', body });
    const { message } = answer.body as { message?: string };
    return { status: answer.status, message, warning: answer.headers['warning'] };
  };
}

const container = (securityContext: object = {}, extra: object = {}) => ({
  name: 'main',
  image: 'web:1',
  securityContext,
  ...extra,
});
const restricted = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};
const unsafe = {
  hostNetwork: true,
  volumes: [{ name: 'root', hostPath: { path: '/' } }],
  containers: [container({ privileged: true }), { ...container({ privileged: true }), name: 'other' }],
};

// Checks, their order and their words: kubernetes staging/src/k8s.io/pod-security-admission/policy.
test.each<readonly [string, object, string]>([
  [
    'baseline',
    unsafe,
    'host namespaces (hostNetwork=true), hostPath volumes (volume "root"), privileged (containers "main", "other" must not set securityContext.privileged=true)',
  ],
  [
    'baseline',
    { containers: [container({ capabilities: { add: ['SYS_ADMIN', 'NET_ADMIN', 'KILL'] } })] },
    'non-default capabilities (container "main" must not include "NET_ADMIN", "SYS_ADMIN" in securityContext.capabilities.add)',
  ],
  [
    'baseline',
    { containers: [container({}, { ports: [{ containerPort: 80, hostPort: 8080 }] })] },
    'hostPort (container "main" uses hostPort 8080)',
  ],
  [
    'baseline',
    { containers: [container({ seccompProfile: { type: 'Unconfined' } })] },
    'seccompProfile (container "main" must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  [
    'baseline',
    { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] }, containers: [container()] },
    'forbidden sysctls (kernel.msgmax)',
  ],
  [
    'restricted',
    unsafe,
    'host namespaces (hostNetwork=true), privileged (containers "main", "other" must not set securityContext.privileged=true), allowPrivilegeEscalation != false (containers "main", "other" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (containers "main", "other" must set securityContext.capabilities.drop=["ALL"]), restricted volume types (volume "root" uses restricted volume type "hostPath"), runAsNonRoot != true (pod or containers "main", "other" must set securityContext.runAsNonRoot=true), seccompProfile (pod or containers "main", "other" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  ],
  [
    'restricted',
    { containers: [container({ ...restricted, runAsUser: 0 })] },
    'runAsUser=0 (container "main" must not set runAsUser=0)',
  ],
  [
    'restricted',
    { containers: [container({ ...restricted, runAsNonRoot: false })] },
    'runAsNonRoot != true (container "main" must not set securityContext.runAsNonRoot=false)',
  ],
])('a namespace that enforces %s refuses a pod with %j', async (level, spec, violation) => {
  const post = await start({ enforce: level, 'enforce-version': 'v1.30' });
  expect(await post(spec)).toMatchObject({
    status: 403,
    message: `pods "it" is forbidden: violates PodSecurity "${level}:v1.30": ${violation}`,
  });
});

test('a namespace that enforces restricted admits a pod that keeps every rule', async () => {
  const post = await start({ enforce: 'restricted' });
  expect(await post({ containers: [container(restricted)] })).toMatchObject({ status: 201, warning: undefined });
});

test('a namespace that enforces a standard admits a Deployment with a warning, and its pods are refused', async () => {
  const post = await start({ enforce: 'baseline' });
  const spec = { containers: [container({ privileged: true })] };
  const { status, warning } = await post(spec, 'deployments');
  expect(status).toBe(201);
  expect(warning).toContain('would violate PodSecurity \\"baseline:latest\\": privileged (container');
  const [cluster] = started;
  cluster?.settle();
  const events = cluster?.objects.list({ apiVersion: 'v1', kind: 'Event', namespace: 'safe' }) ?? [];
  const refusal = events.find(({ reason }) => reason === 'FailedCreate');
  expect(refusal?.['message']).toContain('violates PodSecurity "baseline:latest"');
});

test('a namespace that only warns admits the pod with a warning', async () => {
  const post = await start({ warn: 'restricted' });
  const { status, warning } = await post({ containers: [container()] });
  expect(status).toBe(201);
  expect(warning).toContain('would violate PodSecurity \\"restricted:latest\\"');
});

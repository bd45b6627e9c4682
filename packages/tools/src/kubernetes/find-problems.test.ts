import { estimateTokens } from '@shipmate/core';
import { loadScenario, startScenario } from '@shipmate/kube-sim';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expiredCertificate } from '../../test/support/certificate-fixture.ts';
import { deployment, namespace, podSpec, secret } from '../../test/support/kube-objects.ts';
import {
  openKubernetesTools,
  startKubernetes,
  startTime,
  type TestKubernetes,
} from '../../test/support/start-kubernetes.ts';

/** The evidence of each scenario's root cause, beyond its symptoms. */
const causes: Readonly<Record<string, RegExp>> = {
  'bad-config': /critical CrashLoopBackOff: Pod edge\/proxy/,
  'crash-loop': /critical CrashLoopBackOff: Pod shop\/api/,
  'exceeded-quota': /ReplicaFailure[^]*QuotaExhausted: ResourceQuota shop\/small/,
  'failing-job': /JobBackoffLimitExceeded: Job shop\/migrate[^]*exit code 2/,
  'failing-probe': /NotReady: Pod shop\/checkout[^]*Readiness probe failed/,
  'image-pull': /ImagePullFailed: Pod shop\/web[^]*nginx:1\.29-alpinee/,
  'missing-config-map': /MissingConfigMap: Deployment shop\/worker[^]*"worker-settings" does not exist/,
  'missing-secret-key': /CreateContainerConfigError[^]*couldn't find key smtp-password/,
  'out-of-memory': /OOMKilled: Pod shop\/cache[^]*limits\.memory = 128Mi/,
  'pending-claim': /ClaimPending[^]*there is no storage class "fast-ssd"/,
  'selector-mismatch': /SelectsNothing: Service/,
  'untolerated-taint': /Unschedulable[^]*untolerated taint/,
};

describe('the problem of a scenario', () => {
  it.each(Object.entries(causes))('%s is found within the token limit', async (name, cause) => {
    const { cluster } = await startScenario(await loadScenario(name), { startTime });
    await using tools = await openKubernetesTools(cluster.kubeconfig(), { clock: { now: () => cluster.now() } });
    const answer = await tools.call('find_problems', {});
    expect(answer).toMatch(cause);
    expect(estimateTokens(answer)).toBeLessThan(2_000);
    await cluster.close();
  });
});

describe('find_problems', () => {
  let kubernetes: TestKubernetes;

  beforeEach(async () => {
    kubernetes = await startKubernetes({
      options: {
        images: [
          { image: 'broken*', run: { exitAfter: 1, exitCode: 3 } },
          { image: 'fine*', run: {} },
        ],
        users: [{ name: 'viewer', groups: [] }],
      },
    });
    kubernetes.cluster.objects.apply(namespace('shop'));
  });

  afterEach(() => kubernetes[Symbol.asyncDispose]());

  function deploy(name: string, image: string): void {
    kubernetes.cluster.objects.apply(deployment(name, podSpec({ image })));
  }

  it('reports no findings when nothing is wrong', async () => {
    deploy('web', 'fine:1');
    kubernetes.cluster.advance(120_000);
    expect(await kubernetes.call('find_problems', { namespace: 'shop' })).toBe(
      '[context kube-sim] The rules find nothing wrong in namespace "shop".',
    );
  });

  it('does not call a missing namespace healthy', async () => {
    await expect(kubernetes.call('find_problems', { namespace: 'shopp' })).rejects.toThrow(
      'Namespace "shopp" not found.',
    );
  });

  it('returns a cursor when not all findings fit, and omits findings below the severity', async () => {
    for (let index = 0; index < 30; index += 1) deploy(`web-${String(index).padStart(2, '0')}`, 'broken:1');
    kubernetes.cluster.advance(300_000);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await kubernetes.call('find_problems', { severity: 'critical', ...(cursor && { cursor }) });
      expect(estimateTokens(answer)).toBeLessThan(4_000);
      seen.push(...[...answer.matchAll(/CrashLoopBackOff: Pod shop\/(web-\d\d)/g)].map(([, name]) => name ?? ''));
      cursor = /cursor: "([^"]+)"/.exec(answer)?.[1];
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(30);
    expect(seen.length).toBe(30);
  });

  it('names missing permissions and reports the findings that need none of them', async () => {
    const { cluster } = kubernetes;
    deploy('web', 'broken:1');
    cluster.advance(300_000);
    const rbac = 'rbac.authorization.k8s.io';
    const metadata = { name: 'pods-only' };
    cluster.objects.apply({
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata,
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
    });
    cluster.objects.apply({
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'pods-only' },
      subjects: [{ kind: 'User', name: 'viewer', apiGroup: rbac }],
    });
    await using tools = await openKubernetesTools(cluster.kubeconfig('viewer'), {
      clock: { now: () => cluster.now() },
    });
    const answer = await tools.call('find_problems', {});
    expect(answer).toContain('critical CrashLoopBackOff: Pod shop/web');
    expect(answer).toContain('Not everything could be read.');
    expect(answer).toMatch(/NOT READ: Not permitted: "list" on events\./);
    expect(answer).not.toContain('Missing');
  });

  it('reports a TLS Secret whose certificate has expired and shows nothing else of it', async () => {
    const data = { 'tls.crt': expiredCertificate, 'tls.key': 'private-key-of-shop' };
    kubernetes.cluster.objects.apply({ ...secret('shop-tls', data), type: 'kubernetes.io/tls' });
    const answer = await kubernetes.call('find_problems', { namespace: 'shop' });
    expect(answer).toMatch(/warning TlsSecretExpired: Secret shop\/shop-tls/);
    expect(answer).toContain('tls.crt notAfter = 2025-12-01T00:00:00.000Z');
    expect(answer).not.toContain('MII');
    expect(answer).not.toContain('private-key-of-shop');
    expect(answer).not.toContain(Buffer.from('private-key-of-shop').toString('base64'));
  });

  it('reports no Secret as missing when TLS Secrets and others are listed separately', async () => {
    const { objects } = kubernetes.cluster;
    objects.apply({ ...secret('shop-tls', { 'tls.crt': 'x', 'tls.key': 'x' }), type: 'kubernetes.io/tls' });
    objects.apply(secret('db', { password: 'x' }));
    const envFrom = ['shop-tls', 'db'].map((name) => ({ secretRef: { name } }));
    objects.apply(deployment('web', podSpec({ image: 'fine:1', envFrom })));
    kubernetes.cluster.advance(120_000);
    expect(await kubernetes.call('find_problems', { namespace: 'shop' })).toContain('find nothing wrong');
  });

  it('reports a claim with the Normal event that explains why it has no volume', async () => {
    const { objects } = kubernetes.cluster;
    objects.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'shop' },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: '', resources: { requests: { storage: '1Gi' } } },
    });
    objects.apply({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'data.1', namespace: 'shop' },
      involvedObject: { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data' },
      type: 'Normal',
      reason: 'FailedBinding',
      message: 'no persistent volumes available for this claim and no storage class is set',
    });
    kubernetes.cluster.advance(120_000);
    const answer = await kubernetes.call('find_problems', { namespace: 'shop' });
    expect(answer).toMatch(
      /ClaimPending: PersistentVolumeClaim shop\/data[^]*event\/FailedBinding message = no persistent/,
    );
  });

  it('reports an API that does not answer', async () => {
    kubernetes.cluster.objects.apply({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1beta1.acme.io' },
      spec: {
        group: 'acme.io',
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        insecureSkipTLSVerify: true,
        service: { namespace: 'shop', name: 'acme' },
      },
    });
    kubernetes.cluster.advance(10_000);
    const answer = await kubernetes.call('find_problems', {});
    expect(answer).toMatch(/critical ApiUnavailable: APIService v1beta1\.acme\.io[^]*ServiceNotFound/);
  });

  it('names an API that does not answer as a gap when APIServices may not be listed', async () => {
    const { cluster } = kubernetes;
    cluster.objects.apply({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1beta1.metrics.k8s.io' },
      spec: {
        group: 'metrics.k8s.io',
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        insecureSkipTLSVerify: true,
        service: { namespace: 'shop', name: 'acme' },
      },
    });
    const rbac = 'rbac.authorization.k8s.io';
    cluster.objects.apply({
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'pods-only' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
    });
    cluster.objects.apply({
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'pods-only' },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'pods-only' },
      subjects: [{ kind: 'User', name: 'viewer', apiGroup: rbac }],
    });
    cluster.advance(10_000);
    await using tools = await openKubernetesTools(cluster.kubeconfig('viewer'), {
      clock: { now: () => cluster.now() },
    });
    const { output } = await tools.answer('find_problems', {});
    expect(output).toHaveProperty('gaps', expect.arrayContaining(['The API metrics.k8s.io/v1beta1 does not answer.']));
  });

  it('fails with the missing permission when nothing may be read', async () => {
    await using tools = await openKubernetesTools(kubernetes.cluster.kubeconfig('viewer'));
    await expect(tools.call('find_problems', {})).rejects.toThrow(/Not permitted: "list" on pods/);
  });

  it('kubectl_contexts lists the available contexts', async () => {
    expect(await kubernetes.call('kubectl_contexts', {})).toBe('kube-sim (current)');
  });
});

import { estimateTokens } from '@shipmate/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configMap, deployment, namespace, pod, podSpec, secret, service } from '../../test/support/kube-objects.ts';
import { createTestCode } from '@shipmate/domain/testing';
import { createMemoryCodeMaps } from '../../test/support/memory-code-maps.ts';
import { startKubernetes, type TestKubernetes } from '../../test/support/start-kubernetes.ts';

let kubernetes: TestKubernetes;
const describeIt = (resource: string) => kubernetes.call('kubectl_describe', { resource, namespace: 'shop' });

beforeAll(async () => {
  const facts = [{ kind: 'kubernetes_object', name: 'Deployment/web', line: 7 }] as const;
  const { code } = createTestCode('0123456789abcdef', { 'k8s/web.yaml': { facts } });
  const snapshot = { ...code, mapId: 'm1', repositoryId: 'r1', label: { owner: 'acme', repo: 'shop' } };
  kubernetes = await startKubernetes({
    codeMaps: createMemoryCodeMaps({ organizationId: 'acme', snapshots: [snapshot] }),
    options: {
      images: [
        { image: 'crash*', run: { exitAfter: 1, exitCode: 3 } },
        { image: 'absent*', pull: 'missing' },
      ],
    },
  });
  const { objects } = kubernetes.cluster;
  const from = (field: string, name: string, key: string) => ({ name: 'X', valueFrom: { [field]: { name, key } } });
  objects.apply(namespace('shop'));
  objects.apply(secret('db', { password: 'hunter2' }));
  objects.apply(configMap('settings', { mode: 'fast' }));
  objects.apply(deployment('web', podSpec(), 2));
  objects.apply(service('web', 'web', 8081));
  objects.apply(service('nowhere', 'nobody'));
  objects.apply(deployment('crash', podSpec({ image: 'crash:1' })));
  objects.apply(deployment('absent', podSpec({ image: 'absent:1' })));
  objects.apply(deployment('no-config', podSpec({ env: [from('configMapKeyRef', 'missing', 'a')] })));
  objects.apply(
    deployment(
      'no-key',
      podSpec({ env: [from('secretKeyRef', 'db', 'passwort'), { name: 'TOKEN', value: 'hunter2' }] }),
    ),
  );
  objects.apply(deployment('selective', podSpec({}, { nodeSelector: { disk: 'none' } })));
  objects.apply(
    pod('claims', podSpec({}, { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'gone' } }] })),
  );
  objects.apply({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'web', namespace: 'shop', annotations: { 'meta.helm.sh/release-name': 'front' } },
    spec: {
      ingressClassName: 'nginks',
      rules: [
        {
          host: 'shop.test',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 81 } } } }],
          },
        },
      ],
    },
  });
  const inShop = (type: string, name: string, fields: object) => {
    const [apiVersion, kind] = type.split(' ');
    return { apiVersion, kind, metadata: { name, namespace: 'shop' }, ...fields };
  };
  objects.apply(
    inShop('autoscaling/v2 HorizontalPodAutoscaler', 'web', {
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'wep' } },
    }),
  );
  objects.apply(
    inShop('v1 PersistentVolumeClaim', 'data', {
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } },
    }),
  );
  objects.apply(
    inShop('rbac.authorization.k8s.io/v1 RoleBinding', 'web', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'gone' },
      subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'shop' }],
    }),
  );
  objects.apply(
    inShop('networking.k8s.io/v1 NetworkPolicy', 'deny', { spec: { podSelector: {}, policyTypes: ['Ingress'] } }),
  );
  objects.apply(deployment('private', podSpec({}, { imagePullSecrets: [{ name: 'registry' }] })));
  kubernetes.cluster.advance(60_000);
});

afterAll(async () => {
  await kubernetes[Symbol.asyncDispose]();
});

it.each([
  ['a crash', 'deploy/crash', /crash-\S+: phase Running.*container web: .*exit code 3 \(Error\)/],
  ['an image that is not there', 'deploy/absent', /container web: waiting \((?:ErrImagePull|ImagePullBackOff)\)/],
  ['a missing ConfigMap', 'deploy/no-config', /^configmaps\/missing \(variable X of web\): DOES NOT EXIST$/m],
  ['a missing key', 'deploy/no-key', /^secrets\/db \(variable X of web\): HAS NO KEY "passwort"; it has password$/m],
  ['a node selector that fits no node', 'deploy/selective', /condition PodScheduled is False \(Unschedulable\)/],
  ['a missing claim', 'pod/claims', /^persistentvolumeclaims\/gone \(volume data\): DOES NOT EXIST$/m],
  [
    'a service that selects nothing',
    'svc/nowhere',
    /selects: 0, 0 ready\nNONE\n# Endpoints: 0, 0 ready\nREQUESTS REACH NOTHING/,
  ],
  ['a port that nothing listens on', 'svc/web', /port 80 goes to 8081, which NO CONTAINER DECLARES; they declare 8080/],
  ['a missing ingress class', 'ingress/web', /^ingressclasses\/nginks \(ingress class\): DOES NOT EXIST$/m],
  [
    'a port that a service does not have',
    'ingress/web',
    /^services\/web \(backend of shop\.test\/\): HAS NO PORT 81; it has 80$/m,
  ],
  ['a target that is not there', 'hpa/web', /^Deployment\.apps\/wep \(what it scales\): DOES NOT EXIST$/m],
  ['a missing storage class', 'pvc/data', /^storageclasses\/fast \(storage class\): DOES NOT EXIST$/m],
  ['a missing role', 'rolebinding/web', /^roles\/gone \(role\): DOES NOT EXIST$/m],
  ['a missing service account', 'rolebinding/web', /^serviceaccounts\/robot \(subject\): DOES NOT EXIST$/m],
  ['whom a policy concerns', 'netpol/deny', /Pods that "everything" selects: \d+/],
  [
    'what a node has to do',
    'node/node-1',
    /# Pods on it: \d+\n.*shop\/[^]*\ncpu: requests \d+m \(\d+%\), limits \d+m \(\d+%\) of \d+m\nmemory: /,
  ],
  ['a missing image pull secret', 'deploy/private', /^secrets\/registry \(image pull secret\): DOES NOT EXIST$/m],
  ['what manages it', 'ingress/web', /managed by Helm release front: change it there/],
])('kubectl_describe shows %s in one call', async (_name, resource, evidence) => {
  const answer = await describeIt(resource);
  expect(answer).toMatch(evidence);
  expect(answer).not.toContain('hunter2');
  expect(estimateTokens(answer)).toBeLessThanOrEqual(4_000);
});

it('kubectl_describe follows owners to the root and the file that declares it', async () => {
  const [name] = /web-\S+/.exec(await kubernetes.call('kubectl_get', { resource: 'pods', labels: 'app=web' })) ?? [];
  expect(await describeIt(`pod/${name}`)).toMatch(
    /# Controlled by\nReplicaSet\/web-\S+\nDeployment\/web\ndeclared in acme\/shop at 01234567: k8s\/web\.yaml:7\n/,
  );
});

it('kubectl_describe distinguishes existing from missing references', async () => {
  expect(await describeIt('pod/claims')).toMatch(/^there: serviceaccounts\/default/m);
});

it('kubectl_describe describes any kind with its events', async () => {
  expect(await describeIt('cm/settings')).toMatch(/ConfigMap "settings"[^]*mode: fast/);
  expect(await describeIt('deploy/web')).toMatch(/# Events: \d+[^]*ScalingReplicaSet/);
  expect(await kubernetes.call('kubectl_describe', { resource: 'node/node-1' })).toContain('Node "node-1"');
});

it('kubectl_describe rejects a call without a name', async () => {
  await expect(describeIt('pods')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('Name the object, as "pod/name"'),
  });
});

it('kubectl_describe shows the remaining sections when one may not be read', async () => {
  await using limited = await startKubernetes({ options: { users: [{ name: 'reader' }] }, user: 'reader' });
  const { objects } = limited.cluster;
  objects.apply(namespace('shop'));
  objects.apply(pod('web', podSpec({ envFrom: [{ secretRef: { name: 'db' } }] })));
  objects.apply({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader', namespace: 'shop' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
  });
  objects.apply({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'reader', namespace: 'shop' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'reader' }],
  });
  const answer = await limited.call('kubectl_describe', { resource: 'pod/web', namespace: 'shop' });
  expect(answer).toMatch(/secrets\/db \(variables of web\): cannot be checked: Not permitted: "get" on secrets/);
  expect(answer).toMatch(/# Events\ncannot be read: Not permitted: "list" on events/);
  expect(answer).toContain('image: web:1');
});

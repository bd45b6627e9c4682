import { AppError } from '@shipmate/core';
import type { JsonObject, PatchType } from '@shipmate/domain/cluster';
import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';
import { configMap, type ContractSetup, deployment, pod } from './contract-setup.ts';

const signal = () => AbortSignal.timeout(60_000);
const path = (namespace: string, plural: string, group = 'api/v1') => `/${group}/namespaces/${namespace}/${plural}`;
const secret = (name: string, namespace: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  data: { token: Buffer.from('hunter2').toString('base64') },
});

/** Returns the failure of a dry run of an apply; `undefined` when the server accepts it. */
async function tryApply({ ports }: Pick<ContractSetup, 'ports'>, resource: string, object: JsonObject) {
  try {
    await ports.runner.apply(await ports.reader.resolve(resource, signal()), object, signal());
    return undefined;
  } catch (thrown) {
    if (AppError.isInstance(thrown))
      return { code: thrown.code, recoverable: thrown.recoverable, message: thrown.message };
    throw thrown;
  }
}

/** Retries until the rejection: a server applies new policies with a delay. */
async function expectRefusal(attempt: () => ReturnType<typeof tryApply>, message: RegExp): Promise<void> {
  await expect
    .poll(attempt, { interval: 50, timeout: 20_000 })
    .toEqual({ code: 'VALIDATION_ERROR', recoverable: true, message: expect.stringMatching(message) });
}

const rbacCases: readonly ContractCase[] = [
  {
    title: 'a missing permission names verb, resource and namespace',
    async run({ limited, createNamespace }) {
      const namespace = await createNamespace();
      const resource = await limited.reader.resolve('configmaps', signal());
      await expect(limited.reader.list(resource, { namespace }, signal())).rejects.toMatchObject({
        code: 'EXTERNAL_API_ERROR',
        recoverable: false,
        details: { missing: { verb: 'list', resource: 'configmaps', namespace } },
        message: expect.stringContaining('Not permitted: "list" on configmaps'),
      });
      expect(await limited.reader.isAllowed({ verb: 'list', resource, namespace }, signal())).toBe(false);
    },
  },
  {
    title: 'a change without permission names the verb',
    async run({ raw, limited, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(path(namespace, 'configmaps'), configMap('settings', namespace));
      const resource = await limited.reader.resolve('configmaps', signal());
      const change = { namespace, name: 'settings', type: 'merge', patch: {} } as const;
      await expect(limited.writer.patch(resource, change, signal())).rejects.toMatchObject({
        details: { missing: { verb: 'patch', resource: 'configmaps', namespace } },
      });
    },
  },
  {
    title: 'the dry run of a deletion is not tried without permission to read',
    async run({ raw, limited, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(path(namespace, 'configmaps'), configMap('settings', namespace));
      const resource = await limited.reader.resolve('configmaps', signal());
      await expect(limited.runner.delete(resource, { namespace, name: 'settings' }, signal())).rejects.toMatchObject({
        code: 'EXTERNAL_API_ERROR',
        recoverable: false,
        message: expect.stringContaining('was not tried'),
      });
    },
  },
  {
    title: 'a role with more than its author may do is refused in the words of the server',
    async run({ raw, limited, createNamespace }) {
      const namespace = await createNamespace();
      const api = 'apis/rbac.authorization.k8s.io/v1';
      const apiVersion = 'rbac.authorization.k8s.io/v1';
      const role = (name: string, rule: JsonObject): JsonObject => ({
        apiVersion,
        kind: 'Role',
        metadata: { name, namespace },
        rules: [rule],
      });
      const verbs = ['get', 'create', 'patch'];
      await raw.create(
        path(namespace, 'roles', api),
        role('author', { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs }),
      );
      await raw.create(path(namespace, 'rolebindings', api), {
        apiVersion,
        kind: 'RoleBinding',
        metadata: { name: 'author', namespace },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'author' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'limited' }],
      });
      const more = role('more', { apiGroups: [''], resources: ['secrets'], verbs: ['get'] });
      await expectRefusal(() => tryApply({ ports: limited }, 'roles', more), /attempting to grant RBAC permissions/);
    },
  },
];

/** Creates a quota with the status that its controller would set: an API server alone has no controller. */
async function createQuota({ raw }: ContractSetup, namespace: string, hard: JsonObject): Promise<void> {
  await raw.create(path(namespace, 'resourcequotas'), {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'quota', namespace },
    spec: { hard },
  });
  const used = Object.fromEntries(Object.keys(hard).map((name) => [name, '0']));
  const answer = await raw.send(`${path(namespace, 'resourcequotas')}/quota/status`, {
    method: 'PATCH',
    type: 'application/merge-patch+json',
    body: { status: { hard, used } },
  });
  expect(answer.status).toBe(200);
}

const admissionCases: readonly ContractCase[] = [
  {
    title: 'an exceeded quota is refused in the words of the server',
    async run(setup) {
      const namespace = await setup.createNamespace();
      await createQuota(setup, namespace, { secrets: '0' });
      await expectRefusal(() => tryApply(setup, 'secrets', secret('db', namespace)), /exceeded quota: quota/);
    },
  },
  {
    title: 'a container beyond a limit range is refused in the words of the server',
    async run(setup) {
      const namespace = await setup.createNamespace();
      await setup.raw.create(path(namespace, 'limitranges'), {
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'limits', namespace },
        spec: { limits: [{ type: 'Container', max: { memory: '64Mi' } }] },
      });
      const resources = { limits: { memory: '128Mi' }, requests: { memory: '128Mi' } };
      const big = pod('big', namespace, { containers: [{ name: 'main', image: 'web:1', resources }] });
      await expectRefusal(() => tryApply(setup, 'pods', big), /maximum memory usage per Container is 64Mi/);
    },
  },
  {
    title: 'a pod that violates pod security is refused in the words of the server',
    needs: ['podSecurity'],
    async run(setup) {
      const namespace = await setup.createNamespace({ 'pod-security.kubernetes.io/enforce': 'baseline' });
      const host = pod('host', namespace, { hostNetwork: true });
      await expectRefusal(() => tryApply(setup, 'pods', host), /violates PodSecurity "baseline:latest"/);
    },
  },
  {
    title: 'an object in a terminating namespace is refused in the words of the server',
    async run(setup) {
      const namespace = await setup.createNamespace();
      const held = configMap('held', namespace);
      const finalizers = ['contract.example.com/hold'];
      await setup.raw.create(path(namespace, 'configmaps'), {
        ...held,
        metadata: { name: 'held', namespace, finalizers },
      });
      await setup.raw.send(`/api/v1/namespaces/${namespace}`, { method: 'DELETE' });
      await expectRefusal(
        () => tryApply(setup, 'configmaps', configMap('new', namespace)),
        /because it is being terminated/,
      );
    },
  },
  {
    title: 'the deletion of a protected namespace is refused in the words of the server',
    async run({ ports }) {
      const resource = await ports.reader.resolve('namespaces', signal());
      await expect(ports.runner.delete(resource, { name: 'default' }, signal())).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('this namespace may not be deleted'),
      });
    },
  },
  {
    title: 'a webhook that cannot be called is a refusal that names it',
    async run(setup) {
      const { raw, createNamespace } = setup;
      const namespace = await createNamespace({ webhook: 'contract' });
      const collection = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
      await raw.create(collection, {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'contract' },
        webhooks: [
          {
            name: 'unreachable.contract.example.com',
            clientConfig: { service: { namespace, name: 'nowhere', path: '/check' } },
            rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
            namespaceSelector: { matchLabels: { webhook: 'contract' } },
            failurePolicy: 'Fail',
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            timeoutSeconds: 5,
          },
        ],
      });
      await expectRefusal(
        () => tryApply(setup, 'configmaps', configMap('new', namespace)),
        /failed calling webhook "unreachable\.contract\.example\.com"/,
      );
      await raw.send(`${collection}/contract`, { method: 'DELETE' });
    },
  },
];

function toUnknownFieldCase(type: PatchType): ContractCase {
  return {
    title: `a ${type} patch with a field that does not exist is refused without the data of the object`,
    needs: ['fieldValidation'],
    async run({ raw, ports, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(path(namespace, 'secrets'), secret('db', namespace));
      const resource = await ports.reader.resolve('secrets', signal());
      const value = Buffer.from('changed').toString('base64');
      const patch = type === 'json' ? [{ op: 'add', path: '/nosuch', value }] : { nosuch: 1, data: { token: value } };
      const attempt = ports.runner.patch(resource, { namespace, name: 'db', type, patch }, signal());
      await expect(attempt).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/secrets "db" is invalid: patch: .*unknown field "nosuch"/),
      });
      await expect(attempt).rejects.not.toThrow(/aHVudGVy|Y2hhbmdl/);
    },
  };
}

const validationCases: readonly ContractCase[] = [
  {
    title: 'an invalid object is refused with its field',
    async run(setup) {
      const namespace = await setup.createNamespace();
      const object = deployment('web', namespace, { selector: { matchLabels: { app: 'other' } } });
      await expectRefusal(
        () => tryApply(setup, 'deployments', object),
        /spec\.template\.metadata\.labels: Invalid value/,
      );
    },
  },
  {
    title: 'an applied field that does not exist is refused with its path',
    async run(setup) {
      const namespace = await setup.createNamespace();
      const object = deployment('web', namespace, { nosuch: 1 });
      await expectRefusal(() => tryApply(setup, 'deployments', object), /\.spec\.nosuch: field not declared in schema/);
    },
  },
  ...(['strategic', 'merge', 'json'] as const).map(toUnknownFieldCase),
  {
    title: 'a change of a field that cannot change is refused with its field',
    async run({ raw, ports, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(path(namespace, 'deployments', 'apis/apps/v1'), deployment('web', namespace));
      const resource = await ports.reader.resolve('deployments.apps', signal());
      const patch = { spec: { selector: { matchLabels: { extra: 'label' } } } };
      await expect(
        ports.runner.patch(resource, { namespace, name: 'web', type: 'merge', patch }, signal()),
      ).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/spec\.selector: Invalid value: .*field is immutable/),
      });
    },
  },
  {
    title: 'an object for a namespace that does not exist is not found',
    async run(setup) {
      const failure = await tryApply(setup, 'configmaps', configMap('new', 'no-such-namespace'));
      expect(failure).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('no-such-namespace') });
    },
  },
];

/** Rejections of each cause: the server's message reaches the caller in an error that says what to do. */
export const refusalCases = [...rbacCases, ...admissionCases, ...validationCases];

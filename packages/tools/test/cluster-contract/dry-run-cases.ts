import type { JsonObject } from '@shipmate/domain/cluster';
import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';
import { configMap, deployment, pod } from './contract-setup.ts';
import { readStored } from './stored-object.ts';
import { widget, widgetsPath } from './widget-definition.ts';

const signal = () => AbortSignal.timeout(60_000);
const inNamespace = (namespace: string, group = 'api/v1') => `/${group}/namespaces/${namespace}`;

interface DeletedKind {
  readonly kind: string;
  readonly resource: string;
  readonly path: (namespace: string) => string;
  readonly object: (namespace: string) => JsonObject;
  readonly isClusterScoped?: true;
}

const claim = (name: string, namespace: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'none' },
});

const plainDefinition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'subjects.deleted.example.com' },
  spec: {
    group: 'deleted.example.com',
    scope: 'Namespaced',
    names: { plural: 'subjects', singular: 'subject', kind: 'Subject', listKind: 'SubjectList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

const deletedKinds: readonly DeletedKind[] = [
  {
    kind: 'ConfigMap',
    resource: 'configmaps',
    path: (namespace) => `${inNamespace(namespace)}/configmaps`,
    object: (namespace) => configMap('subject', namespace),
  },
  {
    kind: 'Pod',
    resource: 'pods',
    path: (namespace) => `${inNamespace(namespace)}/pods`,
    object: (namespace) => pod('subject', namespace),
  },
  {
    kind: 'Deployment',
    resource: 'deployments.apps',
    path: (namespace) => `${inNamespace(namespace, 'apis/apps/v1')}/deployments`,
    object: (namespace) => deployment('subject', namespace),
  },
  {
    kind: 'PersistentVolumeClaim',
    resource: 'persistentvolumeclaims',
    path: (namespace) => `${inNamespace(namespace)}/persistentvolumeclaims`,
    object: (namespace) => claim('subject', namespace),
  },
  {
    kind: 'Widget',
    resource: 'widgets.contract.example.com',
    path: widgetsPath,
    object: (namespace) => widget('subject', namespace),
  },
  {
    kind: 'Namespace',
    resource: 'namespaces',
    path: () => '/api/v1/namespaces',
    object: () => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'contract-subject' } }),
    isClusterScoped: true,
  },
  {
    kind: 'Node',
    resource: 'nodes',
    path: () => '/api/v1/nodes',
    object: () => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'contract-subject' } }),
    isClusterScoped: true,
  },
  {
    kind: 'CustomResourceDefinition',
    resource: 'customresourcedefinitions.apiextensions.k8s.io',
    path: () => '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    object: () => plainDefinition,
    isClusterScoped: true,
  },
];

function toDeletionCase({ kind, resource, path, object, isClusterScoped }: DeletedKind): ContractCase {
  return {
    title: `the dry run of a deletion keeps a ${kind}`,
    async run({ raw, ports, call, createNamespace }) {
      const namespace = await createNamespace();
      const created = await raw.create(path(namespace), object(namespace));
      const name = String((created['metadata'] as JsonObject)['name']);
      const read = () => readStored(raw, `${path(namespace)}/${name}`);
      const before = await read();
      const place = { name, ...(!isClusterScoped && { namespace }) };
      await ports.runner.delete(await ports.reader.resolve(resource, signal()), place, signal());
      const answer = await call('kubectl_delete_dryrun', {
        resource: `${resource}/${name}`,
        ...place,
        name: undefined,
      });
      expect(answer).toContain('Dry run, nothing was deleted.');
      const after = await read();
      expect([after.isStored, after.uid, after.isTerminating]).toEqual([true, before.uid, false]);
    },
  };
}

const patches = [
  { type: 'strategic', patch: { spec: { replicas: 3 } } },
  { type: 'merge', patch: { spec: { replicas: 3 } } },
  { type: 'json', patch: [{ op: 'replace', path: '/spec/replicas', value: 3 }] },
] as const;

function toPatchCase({ type, patch }: (typeof patches)[number]): ContractCase {
  return {
    title: `the dry run of a ${type} patch stores nothing and answers the result`,
    async run({ raw, ports, createNamespace }) {
      const namespace = await createNamespace();
      const path = `${inNamespace(namespace, 'apis/apps/v1')}/deployments`;
      // Paused and without replicas, so that controllers write nothing.
      await raw.create(path, deployment('web', namespace, { replicas: 0, paused: true }));
      const before = await raw.send(`${path}/web`);
      const resource = await ports.reader.resolve('deployments.apps', signal());
      const after = await ports.runner.patch(resource, { namespace, name: 'web', type, patch }, signal());
      expect(after).toMatchObject({ spec: { replicas: 3 } });
      expect((await raw.send(`${path}/web`)).body['spec']).toEqual(before.body['spec']);
    },
  };
}

const otherCases: readonly ContractCase[] = [
  {
    title: 'the dry run of an apply creates nothing',
    async run({ raw, ports, createNamespace }) {
      const namespace = await createNamespace();
      const resource = await ports.reader.resolve('configmaps', signal());
      const after = await ports.runner.apply(resource, configMap('new', namespace), signal());
      expect(after).toMatchObject({ data: { mode: 'fast' } });
      expect((await readStored(raw, `${inNamespace(namespace)}/configmaps/new`)).isStored).toBe(false);
    },
  },
  {
    title: 'the dry run of an apply changes nothing',
    async run({ raw, ports, createNamespace }) {
      const namespace = await createNamespace();
      const resource = await ports.reader.resolve('configmaps', signal());
      await ports.writer.apply(resource, configMap('settings', namespace), signal());
      const before = await readStored(raw, `${inNamespace(namespace)}/configmaps/settings`);
      const after = await ports.runner.apply(resource, configMap('settings', namespace, { mode: 'slow' }), signal());
      expect(after).toMatchObject({ data: { mode: 'slow' } });
      expect(await readStored(raw, `${inNamespace(namespace)}/configmaps/settings`)).toEqual(before);
    },
  },
  {
    title: 'a patch without effect is unchanged, for built-in kinds and custom resources',
    async run({ raw, call, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(`${inNamespace(namespace, 'apis/apps/v1')}/deployments`, deployment('web', namespace));
      await raw.create(widgetsPath(namespace), widget('one', namespace));
      const patch = (resource: string, type: string, text: string) =>
        call('kubectl_patch_dryrun', { resource, namespace, type, patch: text });
      expect(await patch('deployments/web', 'strategic', 'spec: { replicas: 1 }')).toContain('would be unchanged');
      expect(await patch('widgets/one', 'merge', 'spec: { size: 3 }')).toContain('would be unchanged');
    },
  },
  {
    title: 'a difference shows the changed field alone',
    async run({ raw, call, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(`${inNamespace(namespace, 'apis/apps/v1')}/deployments`, deployment('web', namespace));
      await raw.create(widgetsPath(namespace), widget('one', namespace));
      const changed = async (resource: string, patch: string) => {
        const answer = await call('kubectl_patch_dryrun', { resource, namespace, type: 'merge', patch });
        return answer.split('\n').filter((line) => /^[-+] /.test(line));
      };
      expect(await changed('deployments/web', 'spec: { replicas: 4 }')).toEqual(['-  replicas: 1', '+  replicas: 4']);
      expect(await changed('widgets/one', 'spec: { size: 4 }')).toEqual(['-  size: 3', '+  size: 4']);
    },
  },
  {
    title: 'a dry run names the version that it is for, and is a conflict for another',
    async run({ raw, ports, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(`${inNamespace(namespace)}/configmaps`, configMap('settings', namespace));
      const resource = await ports.reader.resolve('configmaps', signal());
      const place = { namespace, name: 'settings', resourceVersion: '1' };
      for (const type of ['strategic', 'merge'] as const) {
        const attempt = ports.runner.patch(resource, { ...place, type, patch: { data: { mode: 'slow' } } }, signal());
        await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT' });
      }
    },
  },
];

/** Dry runs of every verb: nothing is stored, and the response is the resulting object. */
export const dryRunCases = [...deletedKinds.map(toDeletionCase), ...patches.map(toPatchCase), ...otherCases];

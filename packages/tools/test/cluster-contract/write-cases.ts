import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';
import { configMap, type ContractSetup, deployment } from './contract-setup.ts';
import { readStored } from './stored-object.ts';
import { widget, widgetsPath } from './widget-definition.ts';

const signal = () => AbortSignal.timeout(60_000);
const configMapsPath = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const deploymentsPath = (namespace: string) => `/apis/apps/v1/namespaces/${namespace}/deployments`;

/** Stores a ConfigMap that another manager owns, and returns the fixtures to change it. */
async function storeSettings({ raw, ports, createNamespace }: ContractSetup) {
  const namespace = await createNamespace();
  const query = '?fieldManager=someone';
  await raw.create(`${configMapsPath(namespace)}${query}`, configMap('settings', namespace));
  const resource = await ports.reader.resolve('configmaps', signal());
  const read = () => readStored(raw, `${configMapsPath(namespace)}/settings`);
  return { namespace, resource, place: { namespace, name: 'settings' }, read };
}

const applyCases: readonly ContractCase[] = [
  {
    title: 'an apply creates an object and changes it, as manager shipmate',
    async run({ ports, createNamespace }) {
      const namespace = await createNamespace();
      const resource = await ports.reader.resolve('configmaps', signal());
      const created = await ports.writer.apply(resource, configMap('settings', namespace), signal());
      expect(created).toMatchObject({ metadata: { managedFields: [{ manager: 'shipmate', operation: 'Apply' }] } });
      const changed = await ports.writer.apply(resource, configMap('settings', namespace, { mode: 'slow' }), signal());
      expect(changed).toMatchObject({ kind: 'ConfigMap', data: { mode: 'slow' } });
    },
  },
  {
    title: 'an apply to a field of another manager is a conflict that names it',
    async run(setup) {
      const { namespace, resource, read } = await storeSettings(setup);
      const before = await read();
      const object = configMap('settings', namespace, { mode: 'slow' });
      for (const changer of [setup.ports.writer, setup.ports.runner]) {
        await expect(changer.apply(resource, object, signal())).rejects.toMatchObject({
          code: 'CONFLICT',
          message: expect.stringMatching(/conflict with "someone"[^]*\.data\.mode/),
        });
      }
      expect(await read()).toEqual(before);
    },
  },
  {
    title: 'an apply that names an old version is a conflict',
    async run(setup) {
      const { resource, place } = await storeSettings(setup);
      const object = { ...configMap('settings', place.namespace, {}), metadata: { ...place, resourceVersion: '1' } };
      await expect(setup.ports.writer.apply(resource, object, signal())).rejects.toMatchObject({ code: 'CONFLICT' });
    },
  },
];

const badOperations = [
  { what: 'a test that fails', operation: { op: 'test', path: '/data/mode', value: 'nope' } },
  { what: 'a parent that is missing', operation: { op: 'add', path: '/spec/nope/a', value: 'b' } },
  { what: 'a key to remove that is missing', operation: { op: 'remove', path: '/data/nope' } },
];

function toBadOperationCase({ what, operation }: (typeof badOperations)[number]): ContractCase {
  return {
    title: `a JSON patch with ${what} is refused`,
    async run(setup) {
      const { resource, place, read } = await storeSettings(setup);
      const before = await read();
      const attempt = setup.ports.writer.patch(resource, { ...place, type: 'json', patch: [operation] }, signal());
      await expect(attempt).rejects.toMatchObject({ code: 'VALIDATION_ERROR', recoverable: true });
      expect(await read()).toEqual(before);
    },
  };
}

const patchCases: readonly ContractCase[] = [
  {
    title: 'a strategic patch merges containers by name, and a merge patch replaces the list',
    async run({ raw, ports, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(deploymentsPath(namespace), deployment('web', namespace));
      const resource = await ports.reader.resolve('deployments.apps', signal());
      const container = { name: 'main', image: 'web:2' };
      const patch = { spec: { template: { spec: { containers: [container] } } } };
      const containersAfter = async (type: 'strategic' | 'merge') => {
        const after = await ports.writer.patch(resource, { namespace, name: 'web', type, patch }, signal());
        const { spec } = after as { spec: { template: { spec: { containers: readonly object[] } } } };
        return spec.template.spec.containers[0];
      };
      expect(await containersAfter('strategic')).toMatchObject({ image: 'web:2', env: [{ name: 'A', value: '1' }] });
      expect(await containersAfter('merge')).not.toHaveProperty('env');
    },
  },
  {
    title: 'a patch of every type that names an old version is a conflict, and the current one is taken',
    async run(setup) {
      const { resource, place, read } = await storeSettings(setup);
      const patches = [
        { type: 'strategic', patch: { data: { mode: 'a' } } },
        { type: 'merge', patch: { data: { mode: 'b' } } },
        { type: 'json', patch: [{ op: 'replace', path: '/data/mode', value: 'c' }] },
      ] as const;
      for (const change of patches) {
        const stale = setup.ports.writer.patch(resource, { ...place, ...change, resourceVersion: '1' }, signal());
        await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' });
        const { resourceVersion } = await read();
        await setup.ports.writer.patch(resource, { ...place, ...change, resourceVersion }, signal());
      }
      const stored = await setup.ports.reader.get(resource, place, signal());
      expect(stored).toMatchObject({ data: { mode: 'c' } });
    },
  },
  {
    title: 'a patch without effect does not move the version',
    async run(setup) {
      const { resource, place, read } = await storeSettings(setup);
      const before = await read();
      for (const type of ['strategic', 'merge'] as const) {
        await setup.ports.writer.patch(resource, { ...place, type, patch: { data: { mode: 'fast' } } }, signal());
      }
      const patch = [{ op: 'replace', path: '/data/mode', value: 'fast' }];
      await setup.ports.writer.patch(resource, { ...place, type: 'json', patch }, signal());
      expect(await read()).toEqual(before);
    },
  },
  ...badOperations.map(toBadOperationCase),
  {
    title: 'a strategic patch of a custom resource is refused with the types that it takes',
    async run({ raw, ports, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(widgetsPath(namespace), widget('one', namespace));
      const resource = await ports.reader.resolve('widgets.contract.example.com', signal());
      const change = { namespace, name: 'one', type: 'strategic', patch: { spec: { size: 4 } } } as const;
      await expect(ports.writer.patch(resource, change, signal())).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('"merge" or "json"'),
      });
      const after = await ports.writer.patch(resource, { ...change, type: 'merge' }, signal());
      expect(after).toMatchObject({ spec: { size: 4, color: 'red' } });
    },
  },
  {
    title: 'a patch of what does not exist is not found',
    async run(setup) {
      const { resource, place } = await storeSettings(setup);
      const change = { ...place, name: 'nope', type: 'merge', patch: {} } as const;
      await expect(setup.ports.writer.patch(resource, change, signal())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  },
];

const orderCases: readonly ContractCase[] = [
  {
    title: 'a server writes kind before apiVersion, and keys of custom resources by name',
    async run({ raw, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(configMapsPath(namespace), configMap('settings', namespace));
      await raw.create(widgetsPath(namespace), widget('one', namespace));
      const patch = { method: 'PATCH', type: 'application/merge-patch+json', query: { dryRun: 'All' } } as const;
      const texts = [
        await raw.send(`${configMapsPath(namespace)}/settings`),
        await raw.send(`${configMapsPath(namespace)}/settings`, { ...patch, body: { data: { mode: 'slow' } } }),
      ].map(({ text }) => text);
      for (const text of texts) expect(text).toMatch(/^\{"kind":"ConfigMap","apiVersion":"v1","metadata":\{"name":/);
      const custom = await raw.send(`${widgetsPath(namespace)}/one`);
      expect(custom.text).toMatch(/^\{"apiVersion":"contract.example.com\/v1","kind":"Widget","metadata":\{"/);
      expect(custom.text).toContain('"spec":{"color":"red","size":3}');
    },
  },
  {
    title: 'a reader and a changer answer an object in the same order',
    async run(setup) {
      const { resource, place } = await storeSettings(setup);
      const read = await setup.ports.reader.get(resource, place, signal());
      const tried = await setup.ports.runner.patch(resource, { ...place, type: 'merge', patch: {} }, signal());
      expect(Object.keys(read).slice(0, 3)).toEqual(['apiVersion', 'kind', 'metadata']);
      expect(Object.keys(tried)).toEqual(Object.keys(read));
    },
  },
];

/** Writes: applies and patches of all types, with their conflicts. */
export const writeCases = [...applyCases, ...patchCases, ...orderCases];

import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';
import { configMap, type ContractSetup } from './contract-setup.ts';
import { readStored } from './stored-object.ts';

const options = { apiVersion: 'v1', kind: 'DeleteOptions' };
const otherUid = '11111111-1111-1111-1111-111111111111';

interface Deletion {
  readonly title: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly status: number;
  readonly isStored: boolean;
}

/** The sources from which a server reads the options of a DELETE: only the body if it has one. */
const deletions: readonly Deletion[] = [
  { title: 'dryRun in the query alone', query: { dryRun: 'All' }, status: 200, isStored: true },
  { title: 'dryRun in the body alone', body: { ...options, dryRun: ['All'] }, status: 200, isStored: true },
  {
    title: 'dryRun in both',
    query: { dryRun: 'All' },
    body: { ...options, dryRun: ['All'] },
    status: 200,
    isStored: true,
  },
  { title: 'dryRun in the query and an empty body', query: { dryRun: 'All' }, body: {}, status: 200, isStored: false },
  {
    title: 'dryRun in the query and propagation in the body',
    query: { dryRun: 'All' },
    body: { ...options, propagationPolicy: 'Background' },
    status: 200,
    isStored: false,
  },
  { title: 'a misspelt dryRun in the body', body: { ...options, dry_run: ['All'] }, status: 200, isStored: false },
  { title: 'another dryRun in the query', query: { dryRun: 'true' }, status: 422, isStored: true },
  { title: 'another dryRun in the body', body: { ...options, dryRun: ['Some'] }, status: 422, isStored: true },
  {
    title: 'another propagation in the body',
    body: { ...options, propagationPolicy: 'Nope' },
    status: 422,
    isStored: true,
  },
  {
    title: 'another uid in the body',
    body: { ...options, preconditions: { uid: otherUid } },
    status: 409,
    isStored: true,
  },
  {
    title: 'another resourceVersion in the body',
    body: { ...options, preconditions: { resourceVersion: '1' } },
    status: 409,
    isStored: true,
  },
];

function toWireCase({ title, query = {}, body, status, isStored }: Deletion): ContractCase {
  return {
    title: `a server ${isStored ? 'keeps' : 'deletes'} the object of a DELETE with ${title}`,
    async run({ raw, createNamespace }) {
      const namespace = await createNamespace();
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      await raw.create(path, configMap('settings', namespace));
      const answer = await raw.send(`${path}/settings`, { method: 'DELETE', query, body });
      expect(answer.status).toBe(status);
      expect((await readStored(raw, `${path}/settings`)).isStored).toBe(isStored);
    },
  };
}

const collections = [
  { title: 'keeps', body: undefined, isStored: true },
  { title: 'deletes', body: options, isStored: false },
];
function toCollectionCase({ title, body, isStored }: (typeof collections)[number]): ContractCase {
  return {
    title: `a server ${title} a collection when dryRun is in the query and there is ${body ? 'a' : 'no'} body`,
    async run({ raw, createNamespace }) {
      const namespace = await createNamespace();
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      const labelled = { ...configMap('a', namespace), metadata: { name: 'a', namespace, labels: { of: 'contract' } } };
      await raw.create(path, labelled);
      const query = { dryRun: 'All', labelSelector: 'of=contract' };
      expect((await raw.send(path, { method: 'DELETE', query, body })).status).toBe(200);
      expect((await readStored(raw, `${path}/a`)).isStored).toBe(isStored);
    },
  };
}

/** Stores a ConfigMap, and returns its path and name. */
async function storeSettings({ raw, ports, createNamespace }: ContractSetup, finalizers: readonly string[] = []) {
  const namespace = await createNamespace();
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const object = configMap('settings', namespace);
  await raw.create(path, { ...object, metadata: { name: 'settings', namespace, finalizers } });
  const read = () => readStored(raw, `${path}/settings`);
  const resource = await ports.reader.resolve('configmaps', AbortSignal.timeout(60_000));
  return { read, resource, place: { namespace, name: 'settings' }, path: `${path}/settings` };
}

const conflicts = [
  { what: 'uid', precondition: { uid: otherUid }, changer: 'writer' },
  { what: 'uid', precondition: { uid: otherUid }, changer: 'runner' },
  { what: 'version', precondition: { resourceVersion: '1' }, changer: 'writer' },
  { what: 'version', precondition: { resourceVersion: '1' }, changer: 'runner' },
] as const;

function toConflictCase({ what, precondition, changer }: (typeof conflicts)[number]): ContractCase {
  return {
    title: `a ${changer === 'writer' ? 'deletion' : 'dry run of a deletion'} that names another ${what} is a conflict`,
    async run(setup) {
      const { read, resource, place } = await storeSettings(setup);
      const deletion = setup.ports[changer].delete(
        resource,
        { ...place, ...precondition },
        AbortSignal.timeout(60_000),
      );
      await expect(deletion).rejects.toMatchObject({ code: 'CONFLICT' });
      expect((await read()).isStored).toBe(true);
    },
  };
}

const marks = [
  { propagationPolicy: 'Foreground', finalizer: 'foregroundDeletion' },
  { propagationPolicy: 'Orphan', finalizer: 'orphan' },
];

function toMarkCase({ propagationPolicy, finalizer }: (typeof marks)[number]): ContractCase {
  return {
    title: `a server marks the object of a DELETE with propagation ${propagationPolicy} in the body`,
    async run(setup) {
      const { path } = await storeSettings(setup);
      const answer = await setup.raw.send(path, { method: 'DELETE', body: { ...options, propagationPolicy } });
      expect(answer.body).toMatchObject({ metadata: { finalizers: [finalizer] } });
    },
  };
}

const clientCases: readonly ContractCase[] = [
  {
    title: 'a writer deletes the object that has the uid and version that it names',
    async run(setup) {
      const { read, resource, place } = await storeSettings(setup);
      const { uid, resourceVersion } = await read();
      await setup.ports.writer.delete(resource, { ...place, uid, resourceVersion }, AbortSignal.timeout(60_000));
      expect((await read()).isStored).toBe(false);
    },
  },
  ...conflicts.map(toConflictCase),
  {
    title: 'a deletion of an object with a finalizer leaves it terminating',
    async run(setup) {
      const { read, resource, place } = await storeSettings(setup, ['contract.example.com/hold']);
      await setup.ports.writer.delete(resource, place, AbortSignal.timeout(60_000));
      expect(await read()).toMatchObject({ isStored: true, isTerminating: true });
      await setup.ports.runner.delete(resource, place, AbortSignal.timeout(60_000));
    },
  },
  {
    title: 'a deletion of what does not exist is not found',
    async run(setup) {
      const { resource, place } = await storeSettings(setup);
      for (const changer of [setup.ports.writer, setup.ports.runner]) {
        const deletion = changer.delete(resource, { ...place, name: 'nope' }, AbortSignal.timeout(60_000));
        await expect(deletion).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    },
  },
  ...marks.map(toMarkCase),
];

/** Deletions: the options that servers read, and the client's handling of them. */
export const deletionCases = [...deletions.map(toWireCase), ...collections.map(toCollectionCase), ...clientCases];

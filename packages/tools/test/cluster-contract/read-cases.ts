import { nameOf } from '@shipmate/domain/cluster';
import { expect } from 'vitest';
import { parseSchemas } from '../../src/kubernetes/api/open-api.ts';
import type { ContractCase } from './contract-case.ts';
import { configMap, type ContractSetup, pod } from './contract-setup.ts';
import { widget, widgetsPath } from './widget-definition.ts';

const signal = () => AbortSignal.timeout(60_000);
const path = (namespace: string, plural: string) => `/api/v1/namespaces/${namespace}/${plural}`;

const discoveryCases: readonly ContractCase[] = [
  {
    title: 'a reader finds the version of the server and kinds by every name',
    async run({ ports: { reader } }) {
      expect(await reader.version(signal())).toMatch(/^v1\.\d+\.\d+/);
      const names = ['po', 'pod', 'Pod', 'deploy', 'deployments.apps', 'deployments.v1.apps', 'widget', 'cm'];
      const found = await Promise.all(names.map((name) => reader.resolve(name, signal())));
      expect(found.map(({ kind }) => kind)).toEqual([
        'Pod',
        'Pod',
        'Pod',
        'Deployment',
        'Deployment',
        'Deployment',
        'Widget',
        'ConfigMap',
      ]);
      await expect(reader.resolve('gizmos', signal())).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const catalog = await reader.catalog(signal());
      expect(catalog.unavailable).toEqual([]);
      expect(catalog.resources.filter(({ plural }) => plural.includes('/'))).toEqual([]);
    },
  },
  {
    title: 'an API whose server does not answer is unavailable, and its objects are an error',
    async run({ raw, ports: { reader } }) {
      const collection = '/apis/apiregistration.k8s.io/v1/apiservices';
      await raw.create(collection, {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1.gone.contract.example.com' },
        spec: {
          group: 'gone.contract.example.com',
          version: 'v1',
          service: { name: 'nowhere', namespace: 'default' },
          insecureSkipTLSVerify: true,
          groupPriorityMinimum: 100,
          versionPriority: 10,
        },
      });
      await expect
        .poll(async () => (await reader.catalog(signal(), { maxAgeMs: 0 })).unavailable, {
          interval: 200,
          timeout: 30_000,
        })
        .toEqual(['gone.contract.example.com/v1']);
      const resource = { ...(await reader.resolve('configmaps', signal())), group: 'gone.contract.example.com' };
      await expect(reader.list(resource, {}, signal())).rejects.toMatchObject({
        code: 'EXTERNAL_API_ERROR',
        message: expect.stringContaining('is not available'),
      });
      await raw.send(`${collection}/v1.gone.contract.example.com`, { method: 'DELETE' });
      await expect
        .poll(async () => (await reader.catalog(signal(), { maxAgeMs: 0 })).unavailable, {
          interval: 200,
          timeout: 30_000,
        })
        .toEqual([]);
    },
  },
  {
    title: 'a reader finds schemas and their fingerprints',
    needs: ['openApiV3'],
    async run({ ports: { reader } }) {
      const fingerprints = await reader.schemaFingerprints(signal());
      expect([...fingerprints.keys()]).toEqual(expect.arrayContaining(['v1', 'apps/v1']));
      expect(fingerprints.get('apps/v1')).not.toBe('');
      const schemas = parseSchemas(await reader.schemaText('apps/v1', signal()));
      expect(schemas).toHaveProperty(['io.k8s.api.apps.v1.DeploymentSpec']);
    },
  },
];

async function storeMany({ raw, ports, createNamespace }: ContractSetup) {
  const namespace = await createNamespace();
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) {
    const metadata = { name, namespace, labels: { vowel: String('aeiou'.includes(name)) } };
    await raw.create(path(namespace, 'secrets'), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      data: { x: 'aHVudGVyMg==' },
    });
  }
  return { namespace, names, resource: await ports.reader.resolve('secrets', signal()) };
}

const badQueries = [
  { what: 'label selector', query: { labelSelector: '=,=' } },
  { what: 'field selector', query: { fieldSelector: 'spec.nope=1' } },
  { what: 'page', query: { continueToken: 'bm90IGEgdG9rZW4' } },
];

function toBadQueryCase({ what, query }: (typeof badQueries)[number]): ContractCase {
  return {
    title: `a list with a ${what} that the server does not take is a validation error`,
    async run(setup) {
      const { namespace, resource } = await storeMany(setup);
      const list = setup.ports.reader.list(resource, { namespace, ...query }, signal());
      await expect(list).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    },
  };
}

const listCases: readonly ContractCase[] = [
  {
    title: 'a reader pages through a list, and gives each object its kind and no secret',
    async run(setup) {
      const { namespace, names, resource } = await storeMany(setup);
      const seen: string[] = [];
      let continueToken: string | undefined;
      do {
        const page = await setup.ports.reader.list(resource, { namespace, limit: 2, continueToken }, signal());
        for (const item of page.items) expect(Object.keys(item).slice(0, 2)).toEqual(['apiVersion', 'kind']);
        expect(JSON.stringify(page)).not.toContain('aHVudGVyMg');
        seen.push(...page.items.map(nameOf));
        continueToken = page.continueToken;
      } while (continueToken !== undefined);
      expect(seen).toEqual(names);
    },
  },
  {
    title: 'a reader selects by labels and fields',
    async run(setup) {
      const { namespace, resource } = await storeMany(setup);
      const list = async (query: object) =>
        (await setup.ports.reader.list(resource, { namespace, ...query }, signal())).items.map(nameOf);
      expect(await list({ labelSelector: 'vowel=true' })).toEqual(['a', 'e']);
      expect(await list({ fieldSelector: 'metadata.name=c' })).toEqual(['c']);
      expect(await list({ labelSelector: 'vowel=maybe' })).toEqual([]);
    },
  },
  ...badQueries.map(toBadQueryCase),
  {
    title: 'a list of a namespace that does not exist is empty, and an object of it is not found',
    async run({ ports: { reader } }) {
      const resource = await reader.resolve('configmaps', signal());
      const namespace = 'no-such-namespace';
      expect((await reader.list(resource, { namespace }, signal())).items).toEqual([]);
      await expect(reader.get(resource, { namespace, name: 'a' }, signal())).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    },
  },
  {
    title: 'a table has the columns of the server, on its first page and on the next',
    async run(setup) {
      const { namespace, resource } = await storeMany(setup);
      const { reader } = setup.ports;
      const first = await reader.table(resource, { namespace, limit: 3, withObjects: false }, signal());
      expect(first.columns.map(({ name }) => name)).toEqual(['Name', 'Type', 'Data', 'Age']);
      const rest = { namespace, limit: 3, continueToken: first.continueToken, withObjects: true };
      const second = await reader.table(resource, rest, signal());
      expect(second.columns).toEqual(first.columns);
      expect([...first.rows, ...second.rows].map(({ cells }) => cells[0])).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(second.rows[0]?.object).toMatchObject({ kind: 'Secret', metadata: { name: 'd', namespace } });
    },
  },
  {
    title: 'a table of custom resources has names and ages',
    async run({ raw, ports: { reader }, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(widgetsPath(namespace), widget('one', namespace));
      const resource = await reader.resolve('widgets.contract.example.com', signal());
      const { columns, rows } = await reader.table(resource, { namespace, withObjects: false }, signal());
      expect(columns.map(({ name }) => name)).toEqual(['Name', 'Age']);
      expect(rows.map(({ cells }) => cells[0])).toEqual(['one']);
    },
  },
];

const otherCases: readonly ContractCase[] = [
  {
    title: 'events of both APIs are read, also those without count and times',
    async run({ raw, call, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(path(namespace, 'events'), {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'old', namespace },
        involvedObject: { apiVersion: 'v1', kind: 'Pod', name: 'web', namespace },
        reason: 'BackOff',
        message: 'Back-off restarting failed container',
        type: 'Warning',
        count: 3,
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:01:00Z',
      });
      await raw.create(`/apis/events.k8s.io/v1/namespaces/${namespace}/events`, {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: 'new', namespace },
        eventTime: '2026-01-01T00:02:00.000000Z',
        regarding: { apiVersion: 'v1', kind: 'Pod', name: 'web', namespace },
        reason: 'FailedScheduling',
        note: 'no nodes available',
        type: 'Warning',
        action: 'Scheduling',
        reportingController: 'default-scheduler',
        reportingInstance: 'default-scheduler-1',
      });
      const answer = await call('kubectl_events', { namespace });
      expect(answer).toContain('Back-off restarting failed container');
      expect(answer).toContain('no nodes available');
    },
  },
  {
    title: 'the log of a pod without a node has no lines, and that of no pod is not found',
    async run({ raw, ports: { reader }, call, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(path(namespace, 'pods'), pod('waits', namespace, { nodeSelector: { no: 'such-node' } }));
      const lines = async (name: string) => {
        const read: string[] = [];
        for await (const line of reader.logs({ namespace, pod: name, container: 'main' }, signal())) read.push(line);
        return read;
      };
      expect(await lines('waits')).toEqual([]);
      await expect(lines('nope')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await call('kubectl_logs', { pod: 'waits', namespace })).toContain('not scheduled to a node');
    },
  },
  {
    title: 'the log of a container has its lines with their times, and none from before it restarted',
    needs: ['nodes'],
    async run({ raw, ports: { reader }, createNamespace }) {
      const namespace = await createNamespace();
      const command = ['sh', '-c', 'echo hello; sleep 1000'];
      await raw.create(
        path(namespace, 'pods'),
        pod('web', namespace, { containers: [{ name: 'main', image: 'busybox', command }] }),
      );
      const query = { namespace, pod: 'web', container: 'main' };
      const lines: string[] = [];
      for await (const line of reader.logs({ ...query, tailLines: 1 }, signal())) lines.push(line);
      expect(lines).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z .+/)]);
      const previous = reader.logs({ ...query, previous: true }, signal());
      await expect(previous[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('previous terminated container "main"'),
      });
    },
  },
  {
    title: 'an administrator may do what is asked',
    async run({ ports: { reader }, createNamespace }) {
      const namespace = await createNamespace();
      const resource = await reader.resolve('deployments.apps', signal());
      expect(await reader.isAllowed({ verb: 'delete', resource, namespace }, signal())).toBe(true);
    },
  },
  {
    title: 'an object is read with its kind first',
    async run({ raw, ports: { reader }, createNamespace }) {
      const namespace = await createNamespace();
      await raw.create(path(namespace, 'configmaps'), configMap('settings', namespace));
      const resource = await reader.resolve('configmaps', signal());
      const object = await reader.get(resource, { namespace, name: 'settings' }, signal());
      expect(Object.entries(object).slice(0, 2)).toEqual([
        ['apiVersion', 'v1'],
        ['kind', 'ConfigMap'],
      ]);
    },
  },
];

/** Reads: discovery, schemas, lists, tables, events and logs. */
export const readCases = [...discoveryCases, ...listCases, ...otherCases];

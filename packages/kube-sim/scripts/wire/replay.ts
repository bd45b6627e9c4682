import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import type { Cluster } from '../../src/index.ts';
import { normalizeValue } from './normalize.ts';
import { sendRequest, type RawAnswer } from './send-request.ts';
import { asObject } from '../../src/object/json-value.ts';
import { collectRecordedStates, objectPathOf, toManifest } from './recorded-states.ts';
import type { WireRecord } from './wire-record.ts';
import { defineWidgets, nodeFailsAfter, registerWebhooks } from './recorded-cluster.ts';

/** The answer to a repeated request, with the state around it. */
export interface Repeated {
  readonly before: unknown;
  readonly answer: RawAnswer;
  readonly after: unknown;
}

/** Creates a replay of recorded requests in order; it restores the state before each one. */
export function createReplay(cluster: Cluster, records: readonly WireRecord[]) {
  const recordedStates = collectRecordedStates(records);
  const token = (parse(cluster.kubeconfig()) as { users: [{ user: { token: string } }] }).users[0].user.token;
  const administrator = { authorization: `Bearer ${token}`, 'user-agent': 'krec/1', accept: 'application/json' };

  async function call(method: string, path: string, body?: unknown): Promise<RawAnswer> {
    const headers = { ...administrator, 'content-type': 'application/json' };
    return sendRequest(cluster, { method, path, headers, body: body === undefined ? '' : JSON.stringify(body) });
  }

  async function read(path: string): Promise<unknown> {
    return parseJson((await call('GET', path)).text);
  }

  async function create(path: string, object: Record<string, unknown>): Promise<void> {
    const answer = await call('POST', path.slice(0, path.lastIndexOf('/')), toManifest(object));
    if (answer.status >= 300) console.error(`Cannot prepare ${path}: ${answer.text.slice(0, 300)}`);
    cluster.advance(object['kind'] === 'Pod' ? 60_000 : 5_000);
    const status = asObject(object['status']);
    if (status['reason'] === 'Evicted') await call('PUT', `${path}/status`, { ...asObject(await read(path)), status });
  }

  async function remove(path: string): Promise<void> {
    await call('DELETE', path, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
    cluster.advance(2_000);
  }

  /** Restores the state of a record's object. */
  async function restore(path: string, recorded: Record<string, unknown>): Promise<void> {
    const { status, text } = await call('GET', path);
    if (status === 404) return create(path, recorded);
    const content = (object: unknown) => normalizeValue(toManifest(asObject(object)));
    if (recorded['kind'] === 'Pod' || isDeepStrictEqual(content(parseJson(text)), content(recorded))) return;
    await remove(path);
    await create(path, recorded);
  }

  async function prepare(record: WireRecord): Promise<void> {
    const { request, response, stateBefore, name } = record;
    await preparations[name]?.();
    if (stateBefore?.status === 200 && objectPathOf(stateBefore.path) === stateBefore.path) {
      return restore(stateBefore.path, asObject(stateBefore.body));
    }
    const path = objectPathOf(request.path);
    const seen = path === undefined ? undefined : recordedStates.get(path);
    if (path === undefined || seen === undefined || response.status === 404) return;
    const isApplied = response.status === 201 && request.path === path;
    if (!isApplied && (await call('GET', path)).status === 404) await create(path, seen);
  }

  /** Preparations for records that need more than recorded objects, by name. */
  const preparations: Readonly<Record<string, () => Promise<void>>> = {
    'delete-propagation-query-orphan-body-background': () => copyDeployment('pp-query-orphan-body-background'),
    'delete-propagation-query-orphan-body-empty': () => copyDeployment('pp-query-orphan-body-empty'),
    'delete-propagation-body-invalid-policy': () => copyDeployment('pp-body-invalid-policy'),
    'delete-propagation-both-policy-orphandependents': () => copyDeployment('pp-both-policy-orphandependents'),
    'delete-deployment-status-body': () => copyDeployment('sapp'),
    'cr-create': () => defineWidgets(cluster),
    'webhook-nosvc': () => registerWebhooks(cluster),
    'table-pods': async () => cluster.advance(60_000),
    '410-continue-old': async () => ageHistory(),
    'deletecollection-dryrun-query': async () => {
      await removeDeployments();
      await createNumbered();
    },
    '403-namespace-terminating': () => keepNamespaceTerminating('old-shop'),
    'kubelet-down-log': async () => cluster.advance(Math.max(0, failsAt() - cluster.now().getTime()) + 60_000),
  };

  /** Copies a deployment from a record. */
  async function copyDeployment(name: string): Promise<void> {
    const path = '/apis/apps/v1/namespaces/wire/deployments';
    const model = recordedStates.get(`${path}/pp-query-orphan`);
    if (!model) return;
    const copy = JSON.parse(JSON.stringify(toManifest(model)).replaceAll('pp-query-orphan', name)) as typeof model;
    await create(`${path}/${name}`, copy);
  }

  /** Writes enough changes for early versions to expire. */
  function ageHistory(): void {
    const base = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'history', namespace: 'default' } };
    for (let index = 0; index < 500; index += 1)
      cluster.objects.apply({ ...base, data: { index: String(index) } }, 'krec');
    cluster.objects.delete({ apiVersion: 'v1', kind: 'ConfigMap', name: 'history', namespace: 'default' });
  }

  const failsAt = () => Date.parse('2026-11-22T17:18:15Z') + nodeFailsAfter * 1000;

  async function removeDeployments(): Promise<void> {
    for (const kind of ['Deployment', 'ReplicaSet', 'Pod']) {
      for (const { metadata } of cluster.objects.list({ apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind })) {
        const plural = kind === 'Pod' ? 'api/v1' : 'apis/apps/v1';
        if (!metadata.name.startsWith('pp-')) continue;
        await remove(`/${plural}/namespaces/${metadata.namespace}/${kind.toLowerCase()}s/${metadata.name}`);
      }
    }
  }

  async function createNumbered(): Promise<void> {
    for (const name of ['dc0', 'dc1', 'dc2']) {
      const object = { metadata: { name, labels: { dc: '1' } }, data: { a: '1', b: '2' } };
      await call('POST', '/api/v1/namespaces/wire/configmaps', object);
    }
  }

  async function keepNamespaceTerminating(name: string): Promise<void> {
    if ((await call('GET', `/api/v1/namespaces/${name}`)).status === 200) return;
    await call('POST', '/api/v1/namespaces', { metadata: { name } });
    const held = { metadata: { name: 'held', finalizers: ['example.com/hold'] } };
    await call('POST', `/api/v1/namespaces/${name}/configmaps`, held);
    await call('DELETE', `/api/v1/namespaces/${name}`);
    cluster.advance(10_000);
  }

  async function headersOf({ request }: WireRecord): Promise<Record<string, string>> {
    const given = { ...request.headers };
    if (given['X-Note'] !== undefined || given['Authorization']?.startsWith('Bearer nonsense')) return given;
    const account = /^Bearer <token of serviceaccount (\S+)\/(\S+)>$/.exec(given['Authorization'] ?? '');
    if (!account) return { 'User-Agent': 'krec/1', ...given, Authorization: `Bearer ${token}` };
    const [, namespace = '', name = ''] = account;
    const issued = await call('POST', `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`, {});
    const { token: bearer } = asObject(asObject(parseJson(issued.text))['status']);
    return { 'User-Agent': 'krec/1', ...given, Authorization: `Bearer ${String(bearer)}` };
  }

  /** Replaces recorded identities by those of the simulated cluster. */
  async function substitute(record: WireRecord, text: string): Promise<string> {
    const { stateBefore, request } = record;
    const path = stateBefore?.path ?? objectPathOf(request.path);
    if (path === undefined) return text;
    const recorded = asObject(asObject(stateBefore?.body ?? recordedStates.get(path))['metadata']);
    const actual = asObject(asObject(await read(path))['metadata']);
    return ['uid', 'resourceVersion'].reduce((result, name) => {
      const [from, to] = [recorded[name], actual[name]];
      return typeof from === 'string' && typeof to === 'string' ? result.replaceAll(`"${from}"`, `"${to}"`) : result;
    }, text);
  }

  async function queryOf({ name, request: { query } }: WireRecord): Promise<string> {
    if (!name.startsWith('list-continue')) return query;
    const list = asObject(asObject(await read('/api/v1/pods?limit=3'))['metadata']);
    return query.replace(/continue=[^&]+/, `continue=${String(list['continue'])}`);
  }

  return async function repeat(record: WireRecord): Promise<Repeated> {
    await prepare(record);
    const { request, stateBefore, stateAfter } = record;
    const before = stateBefore && (await read(stateBefore.path));
    const query = await queryOf(record);
    const answer = await sendRequest(cluster, {
      method: request.method,
      path: `${request.path}${query === '' ? '' : `?${query}`}`,
      headers: await headersOf(record),
      body: await substitute(record, bodyOf(request.body)),
    });
    cluster.settle();
    const after = stateAfter && (await read(stateAfter.path));
    return { before, answer, after };
  };
}

function bodyOf(body: unknown): string {
  if (body === null) return '';
  const big = typeof body === 'string' ? /^<ConfigMap (\S+) with data\.a of (\d+) x>$/.exec(body) : undefined;
  if (big) {
    const data = { a: 'x'.repeat(Number(big[2])) };
    return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: big[1] }, data });
  }
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Parses JSON, or the lines of a watch as an array; undefined for other text. */
export function parseJson(text: string): unknown {
  const lines = text.split('\n').filter((line) => line !== '');
  try {
    if (lines.length > 1 && lines.every((line) => line.startsWith('{"type"'))) {
      return lines.map((line) => JSON.parse(line) as unknown);
    }
    return /^\s*[{[]/.test(text) ? (JSON.parse(text) as unknown) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

import { isJsonObject, type JsonObject, type PatchType, textAt } from '@shipmate/domain/cluster';
import type { ClusterDryRunner, ClusterWriter } from '../../src/kubernetes/api/cluster-changer.ts';
import type { ClusterReader } from '../../src/kubernetes/api/cluster-reader.ts';
import { parsePlace, type RecordedPlace } from './recorded-place.ts';
import { headerOf, queryOf, type WireRecord } from './wire-record.ts';

/** Shipmate's client, connected to one server. */
export interface Client {
  readonly reader: ClusterReader;
  readonly runner: ClusterDryRunner;
  readonly writer: ClusterWriter;
}

/** The client call that sends the request of a record, or the reason why there is none. */
export type ClientCall =
  | {
      readonly run: (client: Client, signal: AbortSignal) => Promise<unknown>;
      readonly isDryRunDeletion?: true;
      /** Shipmate sends another request for the same purpose, but parses such a response. */
      readonly isAnswerOnly?: true;
    }
  | { readonly notSent: string };

const notSent = (reason: string): ClientCall => ({ notSent: reason });
const unused = 'a subresource that Shipmate does not use';

export function toClientCall(record: WireRecord): ClientCall {
  if (record.response.truncated) return notSent('the record holds only a part of the answer');
  if (record.request.path === '/version') return { run: ({ reader }, signal) => reader.version(signal) };
  const place = parsePlace(record.request.path);
  if (place === undefined) return notSent('health, metrics and parts of discovery');
  if (headerOf(record, 'impersonate-group') !== undefined) return notSent('impersonation of a group alone');
  const { method } = record.request;
  if (method === 'GET') return toRead(record, place);
  if (method === 'DELETE') return toDeletion(record, place);
  if (method === 'PATCH') return toPatch(record, place);
  if (place.resource.plural === 'selfsubjectaccessreviews') return toReview(record);
  return toAnswer(place);
}

function toRead(record: WireRecord, { resource, namespace, name, subresource }: RecordedPlace): ClientCall {
  const query = queryOf(record);
  const accept = headerOf(record, 'accept') ?? '';
  if (query.has('watch') || query.has('sendInitialEvents')) return notSent('watches are not used');
  if (/PartialObjectMetadata|yaml|protobuf|v1beta1/.test(accept)) return notSent('another form of answers');
  if (subresource === 'log' && name !== undefined && namespace !== undefined) return toLogRead(query, namespace, name);
  if (subresource !== undefined) return notSent(unused);
  if (name !== undefined) {
    if (accept.includes('as=Table')) return notSent('single objects are not read as tables');
    return { run: ({ reader }, signal) => reader.get(resource, { namespace, name }, signal) };
  }
  return toListRead(query, { resource, namespace, isTable: accept.includes('as=Table') });
}

function toLogRead(query: URLSearchParams, namespace: string, pod: string): ClientCall {
  const tail = query.get('tailLines');
  const log = {
    namespace,
    pod,
    container: query.get('container') ?? '',
    previous: query.get('previous') === 'true',
    tailLines: tail === null ? undefined : Number(tail),
  };
  return { run: async ({ reader }, signal) => toLines(reader.logs(log, signal)) };
}

function toListRead(
  query: URLSearchParams,
  { resource, namespace, isTable }: Pick<RecordedPlace, 'resource' | 'namespace'> & { readonly isTable: boolean },
): ClientCall {
  const limit = query.get('limit');
  if (limit !== null && !/^\d+$/.test(limit)) return notSent('a limit that is not a number');
  const list = {
    namespace,
    labelSelector: query.get('labelSelector') ?? undefined,
    fieldSelector: query.get('fieldSelector') ?? undefined,
    continueToken: query.get('continue') ?? undefined,
    ...(limit !== null && { limit: Number(limit) }),
  };
  if (!isTable) return { run: ({ reader }, signal) => reader.list(resource, list, signal) };
  const withObjects = query.get('includeObject') === 'Object';
  return { run: ({ reader }, signal) => reader.table(resource, { ...list, withObjects }, signal) };
}

async function toLines(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const read: string[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

function toDeletion(record: WireRecord, { resource, namespace, name, subresource }: RecordedPlace): ClientCall {
  if (subresource !== undefined) return notSent(unused);
  if (name === undefined) return notSent('collections are not deleted');
  const body = isJsonObject(record.request.body) ? record.request.body : {};
  const place = {
    namespace,
    name,
    uid: textAt(body, 'preconditions', 'uid'),
    resourceVersion: textAt(body, 'preconditions', 'resourceVersion'),
  };
  const isDryRun = queryOf(record).has('dryRun') || 'dryRun' in body;
  if (!isDryRun) return { run: ({ writer }, signal) => writer.delete(resource, place, signal) };
  if (record.stateBefore?.status !== 200) return notSent('dry runs of deletions without the object in the record');
  return { run: ({ runner }, signal) => runner.delete(resource, place, signal), isDryRunDeletion: true };
}

const patchTypes: Readonly<Record<string, PatchType>> = {
  'application/strategic-merge-patch+json': 'strategic',
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'json',
};

function toPatch(record: WireRecord, { resource, namespace, name, subresource }: RecordedPlace): ClientCall {
  if (subresource !== undefined) return notSent(unused);
  const isDryRun = queryOf(record).has('dryRun');
  const changerOf = ({ runner, writer }: Client) => (isDryRun ? runner : writer);
  const type = headerOf(record, 'content-type') ?? '';
  const { body } = record.request;
  if (type === 'application/apply-patch+yaml') {
    if (!isJsonObject(body) || name === undefined) return notSent('applies in YAML');
    const metadata = { ...(body['metadata'] as JsonObject | undefined), name, ...(namespace && { namespace }) };
    return { run: (client, signal) => changerOf(client).apply(resource, { ...body, metadata }, signal) };
  }
  const patchType = patchTypes[type];
  if (patchType === undefined || name === undefined) return notSent('another media type');
  if (typeof body === 'string') return notSent('patches with duplicate keys');
  const change = { namespace, name, type: patchType, patch: body };
  return { run: (client, signal) => changerOf(client).patch(resource, change, signal) };
}

/** Objects are applied with PATCH, whose rejections equal those of POST and PUT. */
function toAnswer({ resource, namespace, name = 'new', subresource }: RecordedPlace): ClientCall {
  if (subresource !== undefined && subresource !== 'eviction') return notSent(unused);
  if (/reviews?$/.test(resource.plural)) return notSent('reviews of rules and of the user');
  const object = { metadata: { name, ...(namespace !== undefined && { namespace }) } };
  return { run: ({ writer }, signal) => writer.apply(resource, object, signal), isAnswerOnly: true };
}

function toReview(record: WireRecord): ClientCall {
  const body = isJsonObject(record.request.body) ? record.request.body : {};
  const attribute = (name: string) => textAt(body, 'spec', 'resourceAttributes', name);
  const plural = attribute('resource') ?? '';
  const place = parsePlace(`/api/v1/${plural}`);
  if (place === undefined) return notSent('reviews of paths');
  const resource = { ...place.resource, group: attribute('group') ?? '' };
  const question = { verb: attribute('verb') ?? '', resource, namespace: attribute('namespace') };
  return { run: ({ reader }, signal) => reader.isAllowed(question, signal) };
}

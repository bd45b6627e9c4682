import type { Clock } from '@shipmate/core';
import { redactLines } from '../logs/redact-lines.ts';
import { splitLines } from '../logs/split-lines.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { listSchema, reviewSchema, tableSchema, toPage, versionSchema } from './answers.ts';
import { type ApiResource, qualifiedNameOf } from './api-resource.ts';
import type { ClusterReader, ListQuery, TableColumn } from './cluster-reader.ts';
import { discoveryMediaType, discoverySchema, toApiResources } from './discovery.ts';
import { parseObject, withKind } from './kube-answer.ts';
import { openApiDocumentSchema, openApiIndexSchema, toFingerprints, toOpenApiPath } from './open-api.ts';
import { parseAnswer } from './parse-answer.ts';
import type { ReadTransport } from './read-transport.ts';
import { ResourceCatalog } from './resource-catalog.ts';
import { type ObjectPlace, toResourcePath } from './resource-path.ts';

/** What is known of the kinds that a cluster serves, for all readers of it. */
export interface KnownKinds {
  catalog?: { readonly value: ResourceCatalog; readonly at: number };
}

const pageSize = 500;
const catalogMs = 10 * 60_000;
/** A kind that is not known is looked for again, but not more often than so. */
const catalogAgainMs = 5_000;

/** Reads one cluster. Redaction is done here, on objects, so that nothing behind it ever sees a secret. */
export function createClusterReader(
  context: string,
  transport: ReadTransport,
  { redactor, known, clock }: { readonly redactor: Redactor; readonly known: KnownKinds; readonly clock: Clock },
): ClusterReader {
  async function readCatalog(maxAgeMs: number, signal: AbortSignal): Promise<ResourceCatalog> {
    const now = clock.now().getTime();
    if (known.catalog && now - known.catalog.at < maxAgeMs) return known.catalog.value;
    const answers = await Promise.all(
      ['/api', '/apis'].map(async (path) => {
        const purpose = { verb: 'get', resource: 'the list of what the cluster serves' };
        const text = await transport.readText({
          path,
          accept: `${discoveryMediaType},application/json`,
          purpose,
          signal,
        });
        return toApiResources(parseAnswer(discoverySchema, text));
      }),
    );
    known.catalog = { value: new ResourceCatalog(answers.flat()), at: now };
    return known.catalog.value;
  }

  async function readPage(
    resource: ApiResource,
    query: ListQuery,
    options: { accept?: string; includeObject?: string; signal: AbortSignal },
  ) {
    const { namespace, labelSelector, fieldSelector, limit = pageSize, continueToken } = query;
    const { accept, includeObject, signal } = options;
    return transport.readText({
      path: toResourcePath(resource, { namespace }),
      query: { labelSelector, fieldSelector, limit, continue: continueToken, includeObject },
      purpose: { verb: 'list', resource: qualifiedNameOf(resource), namespace },
      ...(accept !== undefined && { accept }),
      signal,
    });
  }

  async function readTable(
    resource: ApiResource,
    query: ListQuery,
    options: { withObjects: boolean; signal: AbortSignal },
  ) {
    const { withObjects, signal } = options;
    const includeObject = withObjects ? 'Object' : 'Metadata';
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    return parseAnswer(tableSchema, await readPage(resource, query, { accept, includeObject, signal }));
  }

  return {
    context,
    async version(signal) {
      const purpose = { verb: 'get', resource: 'the version of the server' };
      const text = await transport.readText({ path: '/version', purpose, signal });
      return parseAnswer(versionSchema, text).gitVersion;
    },
    catalog: (signal, { maxAgeMs = catalogMs } = {}) => readCatalog(maxAgeMs, signal),
    async resolve(name, signal) {
      const found = (await readCatalog(catalogMs, signal)).find(name);
      return found ?? (await readCatalog(catalogAgainMs, signal)).resolve(name);
    },
    async get(resource, place, signal) {
      const text = await transport.readText({
        path: toResourcePath(resource, place),
        purpose: { verb: 'get', resource: qualifiedNameOf(resource), namespace: place.namespace, name: place.name },
        signal,
      });
      return redactor.object(parseObject(resource, text));
    },
    async list(resource, query, signal) {
      const { metadata, items } = parseAnswer(listSchema, await readPage(resource, query, { signal }));
      return { ...toPage(metadata), items: (items ?? []).map((item) => redactor.object(withKind(resource, item))) };
    },
    async table(resource, { withObjects, ...query }, signal) {
      const { metadata, columnDefinitions, rows } = await readTable(resource, query, { withObjects, signal });
      // Pages after the first leave the columns out.
      const columns: readonly TableColumn[] =
        columnDefinitions ??
        (await readTable(resource, firstRowOf(query), { withObjects: false, signal })).columnDefinitions ??
        [];
      return {
        ...toPage(metadata),
        columns,
        rows: (rows ?? []).map(({ cells, object }) => ({
          cells: cells.map((cell, index) => redactor.cell(columns[index]?.name ?? '', cell)),
          object: redactor.object(withObjects ? withKind(resource, object ?? {}) : (object ?? {})),
        })),
      };
    },
    async *logs({ namespace, pod, container, previous, sinceTime, tailLines }, signal) {
      const place: ObjectPlace = { namespace, name: pod, subresource: 'log' };
      const body = await transport.open({
        path: toResourcePath(podResource, place),
        query: { container, previous: previous || undefined, sinceTime, tailLines, timestamps: true },
        accept: '*/*',
        purpose: { verb: 'get', resource: 'pods/log', namespace, name: pod },
        signal,
      });
      yield* redactLines(splitLines(body), redactor.text);
    },
    async isAllowed({ verb, resource, namespace }, signal) {
      const { group, plural } = resource;
      const review = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { verb, group, resource: plural, ...(namespace !== undefined && { namespace }) } },
      };
      const text = await transport.review(JSON.stringify(review), signal);
      return parseAnswer(reviewSchema, text).status.allowed;
    },
    async schemaFingerprints(signal) {
      const purpose = { verb: 'get', resource: 'the list of schemas' };
      const text = await transport.readText({ path: '/openapi/v3', purpose, signal });
      return toFingerprints(parseAnswer(openApiIndexSchema, text));
    },
    async schemas(apiVersion, signal) {
      const purpose = { verb: 'get', resource: `the schemas of ${apiVersion}` };
      const text = await transport.readText({ path: toOpenApiPath(apiVersion), purpose, signal });
      return parseAnswer(openApiDocumentSchema, text).components.schemas;
    },
  };
}

const podResource: ApiResource = {
  group: '',
  version: 'v1',
  plural: 'pods',
  singular: 'pod',
  kind: 'Pod',
  shortNames: [],
  namespaced: true,
  verbs: [],
};

function firstRowOf({ namespace }: ListQuery): ListQuery {
  return { namespace, limit: 1 };
}

import { AppError, type Clock } from '@shipmate/core';
import { z } from 'zod';
import { redacted } from '../redaction/redact-text.ts';
import { reviewSchema, versionSchema } from './answers.ts';
import { type ApiResource, qualifiedNameOf } from './api-resource.ts';
import { catalogAgainMs, catalogMs, createCatalogReader, type KnownKinds } from './catalog-reader.ts';
import type { ClusterReader, ListQuery } from './cluster-reader.ts';
import type { AnswerReader } from './create-answer-reader.ts';
import { withoutNotices } from './node-notice.ts';
import { toOpenApiPath } from './open-api.ts';
import { parseAnswer } from './parse-answer.ts';
import { type ObjectKind, parseColumns } from './parse-objects.ts';
import type { ReadTransport } from './read-transport.ts';
import { type ObjectPlace, toResourcePath } from './resource-path.ts';

const pageSize = 500;

/** Creates a reader of one cluster. It redacts objects here, so that no caller ever receives a secret. */
export function createClusterReader(
  context: string,
  transport: ReadTransport,
  { answers, known, clock }: { readonly answers: AnswerReader; readonly known: KnownKinds; readonly clock: Clock },
): ClusterReader {
  const readCatalog = createCatalogReader(transport, { answers, known, clock });

  async function readPage(
    resource: ApiResource,
    { namespace, labelSelector, fieldSelector, limit = pageSize, continueToken }: ListQuery,
    { accept, includeObject, signal }: { accept?: string; includeObject?: string; signal: AbortSignal },
  ): Promise<string> {
    const read = (token: string | undefined) =>
      transport.readText({
        path: toResourcePath(resource, { namespace }),
        query: { labelSelector, fieldSelector, limit, continue: token, includeObject },
        purpose: { verb: 'list', resource: qualifiedNameOf(resource), namespace },
        ...(accept !== undefined && { accept }),
        signal,
      });
    try {
      return await read(continueToken);
    } catch (thrown) {
      const token = freshTokenOf(thrown);
      if (continueToken === undefined || token === undefined) throw thrown;
      return read(token);
    }
  }

  function readTable(
    resource: ApiResource,
    query: ListQuery,
    options: { withObjects: boolean; signal: AbortSignal },
  ): Promise<string> {
    const { withObjects, signal } = options;
    const includeObject = withObjects ? 'Object' : 'Metadata';
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
    return readPage(resource, query, { accept, includeObject, signal });
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
      return answers.object(text, toKind(resource), signal);
    },
    async list(resource, query, signal) {
      return answers.list(await readPage(resource, query, { signal }), toKind(resource), signal);
    },
    async table(resource, { withObjects, ...query }, signal) {
      const text = await readTable(resource, query, { withObjects, signal });
      const reading = { kind: toKind(resource), withObjects };
      const page = await answers.table(text, reading, signal);
      if (page !== undefined) return page;
      // Pages after the first omit the column definitions.
      const columns = parseColumns(await readTable(resource, firstRowOf(query), { withObjects: false, signal }));
      return (await answers.table(text, { ...reading, columns }, signal)) ?? { columns, rows: [] };
    },
    async listText(resource, { detail, ...query }, signal) {
      const text =
        detail === 'objects'
          ? await readPage(resource, query, { signal })
          : await readTable(resource, query, { withObjects: false, signal });
      return answers.text(text, { kind: toKind(resource), detail }, signal);
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
      yield* redactLines(withoutNotices(splitLines(body)), answers.redactor.text);
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
      return answers.fingerprints(text, signal);
    },
    schemaText(apiVersion, signal) {
      const purpose = { verb: 'get', resource: `the schemas of ${apiVersion}` };
      return transport.readText({ path: toOpenApiPath(apiVersion), purpose, signal });
    },
  };
}

function toKind({ group, version, kind }: ApiResource): ObjectKind {
  return { group, version, kind };
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

const expiredSchema = z.object({ continueToken: z.string().min(1) });

/**
 * Returns the token that a server gives for an expired one: as with kubectl, the rest of the list may miss changes made
 * meanwhile.
 */
function freshTokenOf(thrown: unknown): string | undefined {
  return AppError.isInstance(thrown) ? expiredSchema.safeParse(thrown.details).data?.continueToken : undefined;
}

function firstRowOf({ namespace }: ListQuery): ListQuery {
  return { namespace, limit: 1 };
}

const keyBegins = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/;
const keyEnds = /-----END [A-Z ]{0,30}PRIVATE KEY-----/;

/** The most lines that a private key without an end marker hides. */
const maxKeyLines = 200;

/** Redacts secrets in lines; a private key may span many lines. */
async function* redactLines(
  lines: AsyncIterable<string>,
  redactText: (text: string) => string,
): AsyncGenerator<string, void, undefined> {
  let hidden = 0;
  for await (const line of lines) {
    if (hidden > 0) {
      hidden = keyEnds.test(line) ? 0 : hidden - 1;
      yield `${line.split(' ', 1)[0]} ${redacted}`;
    } else {
      if (keyBegins.test(line) && !keyEnds.test(line)) hidden = maxKeyLines;
      yield redactText(line);
    }
  }
}

/** A longer line is split. */
const maxLineLength = 16_000;

/** Splits a streamed body into lines, decoded as UTF-8. */
async function* splitLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) yield* pieces(line);
    if (rest.length > maxLineLength) {
      yield* pieces(rest);
      rest = '';
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield* pieces(rest);
}

function* pieces(line: string): Generator<string, void, undefined> {
  if (line.length <= maxLineLength) yield line;
  else for (let at = 0; at < line.length; at += maxLineLength) yield line.slice(at, at + maxLineLength);
}

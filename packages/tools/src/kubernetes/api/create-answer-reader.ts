import { setImmediate } from 'node:timers/promises';
import type { Principal } from '@shipmate/core';
import type { KubeObject } from '@shipmate/domain/cluster/object';
import type { ComputePort } from '../../compute/compute-port.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import type { SecretNameOptions } from '../redaction/secret-names.ts';
import type { TextReading } from './answer-tasks.ts';
import type { ApiResource } from './api-resource.ts';
import type { ObjectPage, TablePage, TextPage } from './cluster-reader.ts';
import { type Discovery, type GroupVersion, parseDiscovery, parseLegacyVersion } from './discovery.ts';
import { type ObjectKind, parseKnownObject, parseList, parseTable, type TableReading } from './parse-objects.ts';

/**
 * Parses and redacts responses of API servers for one principal.
 *
 * **Contract.** Long responses are processed in worker threads. Throws `AppError` `EXTERNAL_API_ERROR` for a response of another
 * shape, and as {@link ComputePort.run} does.
 */
export interface AnswerReader {
  readonly redactor: Redactor;
  object(text: string, kind: ObjectKind, signal: AbortSignal): Promise<KubeObject>;
  list(text: string, kind: ObjectKind, signal: AbortSignal): Promise<ObjectPage>;
  /** Returns a page of a list or a table as JSON. */
  text(text: string, reading: TextReading, signal: AbortSignal): Promise<TextPage>;
  /** Returns `undefined` for a page without columns when `reading` has none. */
  table(text: string, reading: TableReading, signal: AbortSignal): Promise<TablePage | undefined>;
  /** Parses the response of `/api` and `/apis`. */
  discovery(text: string, signal: AbortSignal): Promise<Discovery>;
  /** Parses the resources of one API version of a server before 1.26. */
  legacyVersion(text: string, version: GroupVersion, signal: AbortSignal): Promise<readonly ApiResource[]>;
  /** Parses the response of `/openapi/v3` to the fingerprint of each API version. */
  fingerprints(text: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
}

/** Options for {@link createAnswerReader}. */
interface AnswerReaderOptions {
  readonly compute: ComputePort;
  readonly principal: Pick<Principal, 'organizationId'>;
  /** Names that are redacted, or not, besides the default ones. */
  readonly names?: SecretNameOptions;
  /** The redactor of `names`, which may be shared. */
  readonly redactor?: Redactor;
}

/** The longest response that is processed on the event loop: 50,000 characters of short fields take about 5 ms. */
const maxLengthHere = 50_000;

/** Creates the answer reader of one principal. */
export function createAnswerReader(options: AnswerReaderOptions): AnswerReader {
  const { compute, principal, names = {}, redactor = createRedactor(names) } = options;
  const isShort = (text: string): boolean => text.length <= maxLengthHere;
  return {
    redactor,
    async object(text, kind, signal) {
      if (isShort(text)) return parseKnownObject(text, kind, redactor);
      return compute.run('readObjectAnswer', [text, kind, names], { principal, signal });
    },
    async list(text, kind, signal) {
      if (isShort(text)) return parseList(text, kind, redactor);
      const { chunks, ...page } = await compute.run('readListAnswer', [text, kind, names], { principal, signal });
      return { ...page, items: await parseChunks<KubeObject>(chunks) };
    },
    text: (text, reading, signal) => compute.run('readTextAnswer', [text, reading, names], { principal, signal }),
    async table(text, reading, signal) {
      if (isShort(text)) return parseTable(text, reading, redactor);
      const read = await compute.run('readTableAnswer', [text, reading, names], { principal, signal });
      if (read === undefined) return undefined;
      const { chunks, ...page } = read;
      return { ...page, rows: await parseChunks<TablePage['rows'][number]>(chunks) };
    },
    async discovery(text, signal) {
      if (isShort(text)) return parseDiscovery(text);
      const read = await compute.run('readDiscoveryAnswer', [text], { principal, signal });
      if ('versions' in read) return read;
      const { chunks, ...rest } = read;
      return { ...rest, resources: await parseChunks<ApiResource>(chunks) };
    },
    async legacyVersion(text, version, signal) {
      if (isShort(text)) return parseLegacyVersion(text, version);
      const { chunks } = await compute.run('readLegacyAnswer', [text, version], { principal, signal });
      return parseChunks<ApiResource>(chunks);
    },
    fingerprints: (text, signal) => compute.run('readFingerprints', [text], { principal, signal }),
  };
}

/** Parses JSON arrays, each in a turn of its own, and joins them. */
async function parseChunks<Item>(chunks: readonly string[]): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const chunk of chunks) {
    await setImmediate();
    for (const item of JSON.parse(chunk) as readonly Item[]) items.push(item);
  }
  return items;
}

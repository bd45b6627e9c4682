import type { KubeObject } from '@shipmate/domain/cluster/object';
import { toSharedText } from './shared-text.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import type { SecretNameOptions } from '../redaction/secret-names.ts';
import type { ObjectPage, TablePage, TextDetail, TextPage } from './cluster-reader.ts';
import {
  type DiscoveredResources,
  type Discovery,
  type GroupVersion,
  parseDiscovery,
  parseLegacyVersion,
} from './discovery.ts';
import { openApiIndexSchema, toFingerprints } from './open-api.ts';
import { parseAnswer } from './parse-answer.ts';
import { type ObjectKind, parseKnownObject, parseList, parseTable, type TableReading } from './parse-objects.ts';

/** A page whose items are JSON arrays of about 100,000 characters, which a caller parses one by one. */
type PageChunks<Page extends { readonly items: unknown } | { readonly rows: unknown }> = Omit<Page, 'items' | 'rows'> &
  Chunks;

interface Chunks {
  readonly chunks: readonly string[];
}

const chunkLength = 100_000;

/** Parses and redacts an object in a worker thread. */
export function readObjectAnswer(text: string, kind: ObjectKind, names: SecretNameOptions): KubeObject {
  return parseKnownObject(text, kind, createRedactor(names));
}

/** Parses and redacts a page of a list in a worker thread. */
export function readListAnswer(text: string, kind: ObjectKind, names: SecretNameOptions): PageChunks<ObjectPage> {
  const { items, ...page } = parseList(text, kind, createRedactor(names));
  return { ...page, chunks: toChunks(items) };
}

/** Parses and redacts a page of a table in a worker thread; `undefined` when its columns are missing. */
export function readTableAnswer(
  text: string,
  reading: TableReading,
  names: SecretNameOptions,
): PageChunks<TablePage> | undefined {
  const page = parseTable(text, reading, createRedactor(names));
  if (page === undefined) return undefined;
  const { rows, ...rest } = page;
  return { ...rest, chunks: toChunks(rows) };
}

/** Parses the response of `/api` and `/apis`. */
export function readDiscoveryAnswer(
  text: string,
): Extract<Discovery, { versions: unknown }> | (Omit<DiscoveredResources, 'resources'> & Chunks) {
  const answer = parseDiscovery(text);
  if ('versions' in answer) return answer;
  const { resources, ...rest } = answer;
  return { ...rest, chunks: toChunks(resources) };
}

/** Parses the resources of one API version of a server before 1.26. */
export function readLegacyAnswer(text: string, version: GroupVersion): Chunks {
  return { chunks: toChunks(parseLegacyVersion(text, version)) };
}

/** Parses the response of `/openapi/v3` to the fingerprint of each API version. */
export function readFingerprints(text: string): ReadonlyMap<string, string> {
  return toFingerprints(parseAnswer(openApiIndexSchema, text));
}

/** Options for {@link readTextAnswer}. */
export interface TextReading {
  readonly kind: ObjectKind;
  readonly detail: TextDetail;
}

/** Parses and redacts a page of a list or a table, and returns its objects as JSON. */
export function readTextAnswer(text: string, { kind, detail }: TextReading, names: SecretNameOptions): TextPage {
  const redactor = createRedactor(names);
  const { items, ...page } = detail === 'objects' ? parseList(text, kind, redactor) : parseNames(text, kind, redactor);
  return { ...page, count: items.length, items: toSharedText(JSON.stringify(items)) };
}

/** The columns of a table do not matter to the metadata in its rows, and pages after the first have none. */
function parseNames(text: string, kind: ObjectKind, redactor: Redactor): ObjectPage {
  const {
    rows = [],
    columns: _,
    ...page
  } = parseTable(text, { kind, withObjects: false, columns: [] }, redactor) ?? {};
  return { ...page, items: rows.map(({ object }) => object) };
}

function toChunks(items: readonly unknown[]): readonly string[] {
  const chunks: string[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    texts.push(text);
    length += text.length;
    if (length < chunkLength) continue;
    chunks.push(`[${texts.join(',')}]`);
    [texts, length] = [[], 0];
  }
  return texts.length === 0 ? chunks : [...chunks, `[${texts.join(',')}]`];
}

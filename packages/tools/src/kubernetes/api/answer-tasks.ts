import type { KubeObject } from '@shipmate/domain/cluster';
import { createRedactor } from '../redaction/redactor.ts';
import type { SecretNameOptions } from '../redaction/secret-names.ts';
import type { ObjectPage, TablePage } from './cluster-reader.ts';
import { type ObjectKind, parseKnownObject, parseList, parseTable, type TableReading } from './parse-objects.ts';

/** A page whose items are JSON arrays of about 100,000 characters, which a caller parses one by one. */
type PageChunks<Page extends { readonly items: unknown } | { readonly rows: unknown }> = Omit<
  Page,
  'items' | 'rows'
> & { readonly chunks: readonly string[] };

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

import type { JsonObject, KubeObject } from '@shipmate/domain/cluster/object';
import type { Redactor } from '../redaction/redactor.ts';
import { listSchema, objectSchema, tableSchema, toPage } from './answers.ts';
import { type ApiResource, apiVersionOf } from './api-resource.ts';
import type { ObjectPage, TableColumn, TablePage } from './cluster-reader.ts';
import { parseAnswer } from './parse-answer.ts';

/** The fields of a resource that its objects carry. */
export type ObjectKind = Pick<ApiResource, 'group' | 'version' | 'kind'>;

/** Parses an object from an API server's response. @throws AppError `EXTERNAL_API_ERROR` when it is not one */
export function parseObject(kind: ObjectKind, text: string): KubeObject {
  return withKind(kind, parseAnswer(objectSchema, text));
}

/** Parses and redacts an object. @throws AppError `EXTERNAL_API_ERROR` when the response is not one */
export function parseKnownObject(text: string, kind: ObjectKind, redactor: Redactor): KubeObject {
  return toKnownObject(kind, parseObject(kind, text), redactor);
}

/** Parses and redacts a page of a list. @throws AppError `EXTERNAL_API_ERROR` when the response is not one */
export function parseList(text: string, kind: ObjectKind, redactor: Redactor): ObjectPage {
  const { metadata, items } = parseAnswer(listSchema, text);
  return { ...toPage(metadata), items: (items ?? []).map((item) => toKnownObject(kind, item, redactor)) };
}

/** Options for {@link parseTable}. */
export interface TableReading {
  readonly kind: ObjectKind;
  /** True when the rows hold whole objects. */
  readonly withObjects: boolean;
  /** The columns of the first page, for a page without them. */
  readonly columns?: readonly TableColumn[];
}

/**
 * Parses and redacts a page of a table; `undefined` for a page without columns when none are given.
 *
 * @throws AppError `EXTERNAL_API_ERROR` when the response is not one.
 */
export function parseTable(
  text: string,
  { kind, withObjects, columns: given }: TableReading,
  redactor: Redactor,
): TablePage | undefined {
  const { metadata, columnDefinitions, rows } = parseAnswer(tableSchema, text);
  const columns = columnDefinitions ?? given;
  if (columns === undefined) return undefined;
  return {
    ...toPage(metadata),
    columns,
    rows: (rows ?? []).map(({ cells, object }) => ({
      cells: cells.map((cell, index) => redactor.cell(columns[index]?.name ?? '', cell)),
      object: withObjects ? toKnownObject(kind, object ?? {}, redactor) : redactor.object(object ?? {}),
    })),
  };
}

/** Parses the columns of a table. @throws AppError `EXTERNAL_API_ERROR` when the response is not one */
export function parseColumns(text: string): readonly TableColumn[] {
  return parseAnswer(tableSchema, text).columnDefinitions ?? [];
}

/** Returns the redacted object, which begins with `apiVersion` and `kind` regardless of the response's key order. */
function toKnownObject(kind: ObjectKind, object: JsonObject, redactor: Redactor): KubeObject {
  return withKind(kind, redactor.object(withKind(kind, object)));
}

/** Puts `apiVersion` and `kind` first: items of a list lack them, and servers write `kind` first. */
function withKind(kind: ObjectKind, object: JsonObject): KubeObject {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, ...object };
}

import { AppError } from '@shipmate/core';
import { namespaceOf } from '@shipmate/domain/cluster';
import type { TablePage } from '../api/cluster-reader.ts';
import { parseObjectPath, selectPath } from '../object/object-path.ts';

type Row = TablePage['rows'][number];

/** A column and how a row's cell is read. */
export interface ShownColumn {
  readonly name: string;
  readonly cellOf: (row: Row) => unknown;
}

/**
 * Returns the requested columns: server column names, object paths, or `wide` for all; the default columns otherwise.
 */
export function chooseColumns(
  page: TablePage,
  wanted: readonly string[],
  withNamespace: boolean,
): readonly ShownColumn[] {
  const served = page.columns.map(({ name, priority }, index): ShownColumn & { readonly priority: number } => ({
    name,
    priority,
    cellOf: ({ cells }) => cells[index],
  }));
  const namespace: ShownColumn = { name: 'Namespace', cellOf: ({ object }) => namespaceOf(object) };
  const isWide = wanted.some((name) => name.toLowerCase() === 'wide');
  const chosen =
    wanted.length === 0 || isWide
      ? served.filter(({ priority }) => isWide || priority === 0)
      : wanted.map((name) => (isPath(name) ? toPathColumn(name) : findColumn(served, name)));
  const hasName = chosen.some((column) => isCalled(column, 'name'));
  const named = hasName ? chosen : [...served.filter((column) => isCalled(column, 'name')), ...chosen];
  return withNamespace ? [namespace, ...named] : named;
}

/** @throws AppError `VALIDATION_ERROR` that lists the available columns. */
function findColumn(served: readonly ShownColumn[], wanted: string): ShownColumn {
  const found = served.find((column) => isCalled(column, wanted));
  if (found) return found;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `There is no column ${JSON.stringify(wanted)}. There are: ${served.map(({ name }) => name).join(', ')}. Paths begin with a dot or hold one: ".data".`,
    details: { field: 'columns' },
  });
}

/** Returns true if a column is an object path. */
export function isPath(name: string): boolean {
  return /[.[]/.test(name);
}

function isCalled({ name }: { readonly name: string }, other: string): boolean {
  return name.toLowerCase() === other.trim().toLowerCase();
}

function toPathColumn(text: string): ShownColumn {
  const path = parseObjectPath(text);
  return {
    name: text,
    cellOf({ object }) {
      const found = selectPath(object, path);
      return found.length > 1
        ? found.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(',')
        : found[0];
    },
  };
}

/** Returns the server's columns that are not shown by default. */
export function hiddenColumns({ columns }: TablePage): readonly string[] {
  return columns.filter(({ priority }) => priority > 0).map(({ name }) => name);
}

import { AppError } from '@shipmate/core';
import { namespaceOf } from '@shipmate/domain/cluster';
import type { TablePage } from '../api/cluster-reader.ts';
import { parseObjectPath, selectPath } from '../object/object-path.ts';

type Row = TablePage['rows'][number];

/** A column, and what a row has in it. */
export interface ShownColumn {
  readonly name: string;
  readonly cellOf: (row: Row) => unknown;
}

/** The columns that are asked for: names of the server's, paths into objects, or `wide` for all; its default ones otherwise. */
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

/** @throws AppError `VALIDATION_ERROR` that names the columns there are. */
function findColumn(served: readonly ShownColumn[], wanted: string): ShownColumn {
  const found = served.find((column) => isCalled(column, wanted));
  if (found) return found;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `There is no column ${JSON.stringify(wanted)}. There are: ${served.map(({ name }) => name).join(', ')}. Paths begin with a dot or hold one: ".data".`,
    details: { field: 'columns' },
  });
}

/** Whether a column is a path into objects. */
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

/** Columns that the server has and does not show by default. */
export function hiddenColumns({ columns }: TablePage): readonly string[] {
  return columns.filter(({ priority }) => priority > 0).map(({ name }) => name);
}

import type { KubeObject } from '../object/kube-object.ts';
import { formatAge } from './duration.ts';

interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** Columns above zero appear only in `-o wide`. */
  readonly priority: number;
}

/** A column with the function for its cells. */
export interface Column {
  readonly definition: ColumnDefinition;
  readonly cell: (object: KubeObject, now: number) => unknown;
}

/** Creates a text column. */
export function column(
  name: string,
  cell: Column['cell'],
  options: Partial<Omit<ColumnDefinition, 'name'>> = {},
): Column {
  return { definition: { name, type: 'string', format: '', description: '', priority: 0, ...options }, cell };
}

/** Creates a column of `-o wide`. */
export function wide(name: string, cell: Column['cell']): Column {
  return column(name, cell, { priority: 1 });
}

/** Creates an integer column. */
export function count(name: string, cell: Column['cell']): Column {
  return column(name, (object, now) => cell(object, now) ?? 0, { type: 'integer' });
}

export const nameColumn = column('Name', ({ metadata }) => metadata.name, {
  format: 'name',
  description: 'Name must be unique within a namespace.',
});

export const ageColumn = column('Age', ({ metadata }, now) => formatAge(metadata.creationTimestamp, now), {
  description: 'How long ago the object was created.',
});

export const createdAtColumn = column('Created At', ({ metadata }) => metadata.creationTimestamp, {
  type: 'date',
  description: 'When the object was created.',
});

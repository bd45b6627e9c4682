import { asArray, asObject, toText } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import { column, nameColumn, type Column } from './column.ts';

/** What a node, or the containers of a pod together, use. */
function used(object: KubeObject, name: 'cpu' | 'memory'): number {
  const parts = object['containers'] === undefined ? [object] : asArray(object['containers']);
  return parts.reduce<number>((sum, part) => sum + (parseQuantity(asObject(asObject(part)['usage'])[name]) ?? 0), 0);
}

/** The columns of pod and node metrics. */
export const metricsColumns: readonly Column[] = [
  nameColumn,
  column('cpu', (object) => `${Math.round(used(object, 'cpu') * 1e9)}n`),
  column('memory', (object) => `${Math.round(used(object, 'memory') / 2 ** 10)}Ki`),
  column('Window', (object) => toText(object['window'])),
];

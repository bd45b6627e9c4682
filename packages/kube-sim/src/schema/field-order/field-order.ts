import type { Schema } from '../schema.ts';
import { coreOrder } from './core-order.ts';
import { networkOrder } from './network-order.ts';
import { otherOrder } from './other-order.ts';
import { workloadOrder } from './workload-order.ts';

const orders: Readonly<Record<string, string>> = { ...coreOrder, ...networkOrder, ...otherOrder, ...workloadOrder };

/** Where a type's own fields follow: the fields of every kind. */
const ofKinds = ['kind', 'apiVersion', 'metadata'];

/**
 * The fields of a type in the order in which a real server writes them, which is that of the Go structs of `k8s.io/api`.
 * Several types share a name; those that differ are listed with group and version.
 */
export function fieldOrderOf(name: string, { properties = {} }: Schema): readonly string[] {
  const parts = name.split('.');
  const listed = orders[parts.slice(-3).join('.')] ?? orders[parts.at(-1) ?? ''];
  const known = Object.keys(properties);
  const isKind = ofKinds.every((each) => known.includes(each));
  return [...new Set([...(isKind ? ofKinds : []), ...(listed?.split(' ') ?? []), ...known.toSorted()])];
}

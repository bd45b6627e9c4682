import { kindOf, nameOf, namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { textAt } from '../object/read-value.ts';

/** Types of a patch. */
export const patchTypes = ['strategic', 'merge', 'json'] as const;
export type PatchType = (typeof patchTypes)[number];

/** The object to change. */
export interface ChangeTarget {
  /** Kind of the object as the resource catalogue resolves it: `deployments.apps`, `pod`. */
  readonly resource: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** One change of one object of a cluster, as data. No part of it is ever passed to a shell. */
export type ClusterChange =
  | { readonly verb: 'apply'; readonly object: KubeObject }
  | { readonly verb: 'patch'; readonly target: ChangeTarget; readonly type: PatchType; readonly patch: unknown }
  | { readonly verb: 'scale'; readonly target: ChangeTarget; readonly replicas: number }
  | { readonly verb: 'restart'; readonly target: ChangeTarget }
  | { readonly verb: 'delete'; readonly target: ChangeTarget };

/** Returns the object that a change affects. */
export function targetOf(change: ClusterChange): ChangeTarget {
  if (change.verb !== 'apply') return change.target;
  const { object } = change;
  const [version = '', group] = (textAt(object, 'apiVersion') ?? '').split('/').toReversed();
  return {
    resource: [kindOf(object), ...(group === undefined ? [] : [version, group])].join('.'),
    name: nameOf(object),
    namespace: namespaceOf(object),
  };
}

import { kindOf, nameOf, namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { textAt } from '../object/read-value.ts';

/** How a patch is meant. */
export const patchTypes = ['strategic', 'merge', 'json'] as const;
export type PatchType = (typeof patchTypes)[number];

/** Which object is to be changed. */
export interface ChangeTarget {
  /** A kind of object, as the catalogue of resources finds it: `deployments.apps`, `pod`. */
  readonly resource: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** One change of one object of a cluster, as data: nothing in it is ever a command line. */
export type ClusterChange =
  | { readonly verb: 'apply'; readonly object: KubeObject }
  | { readonly verb: 'patch'; readonly target: ChangeTarget; readonly type: PatchType; readonly patch: unknown }
  | { readonly verb: 'scale'; readonly target: ChangeTarget; readonly replicas: number }
  | { readonly verb: 'restart'; readonly target: ChangeTarget }
  | { readonly verb: 'delete'; readonly target: ChangeTarget };

/** Which object a change is of. */
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

import {
  kindOf,
  type KubeObject,
  nameOf,
  namespaceOf,
  type ObjectReference,
} from '../../cluster/object/kube-object.ts';

/** Names an object for a person: `Deployment shop/web`, `Node node-1`. */
export function toTitle({ kind, namespace, name }: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** {@link toTitle} of an object itself. */
export function titleOfObject(object: KubeObject): string {
  return toTitle({ kind: kindOf(object), namespace: namespaceOf(object), name: nameOf(object) });
}

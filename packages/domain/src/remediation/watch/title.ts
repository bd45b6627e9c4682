import {
  kindOf,
  type KubeObject,
  nameOf,
  namespaceOf,
  type ObjectReference,
} from '../../cluster/object/kube-object.ts';

/** Formats the name of an object for a person: `Deployment shop/web`, `Node node-1`. */
export function toTitle({ kind, namespace, name }: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** Formats the name of an object with {@link toTitle}. */
export function titleOfObject(object: KubeObject): string {
  return toTitle({ kind: kindOf(object), namespace: namespaceOf(object), name: nameOf(object) });
}

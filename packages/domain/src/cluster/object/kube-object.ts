import { type JsonObject, objectAt, objectsAt, textAt } from './read-value.ts';

/** An object as the API server returns it, with its secrets redacted. */
export type KubeObject = JsonObject;

/** The kind, name and namespace of an object. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

export function nameOf(object: KubeObject): string {
  return textAt(object, 'metadata', 'name') ?? '';
}

export function namespaceOf(object: KubeObject): string | undefined {
  return textAt(object, 'metadata', 'namespace');
}

export function kindOf(object: KubeObject): string {
  return textAt(object, 'kind') ?? '';
}

/** Returns the kind, name and namespace of an object. */
export function referenceOf(object: KubeObject): ObjectReference {
  const namespace = namespaceOf(object);
  return {
    apiVersion: textAt(object, 'apiVersion') ?? '',
    kind: kindOf(object),
    name: nameOf(object),
    ...(namespace !== undefined && { namespace }),
  };
}

export function labelsOf(object: KubeObject): Readonly<Record<string, unknown>> {
  return objectAt(object, 'metadata', 'labels');
}

export function annotationsOf(object: KubeObject): Readonly<Record<string, unknown>> {
  return objectAt(object, 'metadata', 'annotations');
}

/** Returns the controller of an object; without one, its first owner. */
export function ownerOf(object: KubeObject): ObjectReference | undefined {
  const owners = objectsAt(object, 'metadata', 'ownerReferences');
  const owner = owners.find((each) => each['controller'] === true) ?? owners[0];
  if (!owner) return undefined;
  return {
    apiVersion: textAt(owner, 'apiVersion') ?? '',
    kind: kindOf(owner),
    name: textAt(owner, 'name') ?? '',
    namespace: namespaceOf(object),
  };
}

/** Checks by UID whether one object controls another. */
export function isOwnedBy(object: KubeObject, owner: KubeObject): boolean {
  const uid = textAt(owner, 'metadata', 'uid');
  return objectsAt(object, 'metadata', 'ownerReferences').some((each) => textAt(each, 'uid') === uid);
}

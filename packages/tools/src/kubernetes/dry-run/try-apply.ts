import { AppError } from '@shipmate/core';
import { type KubeObject, namespaceOf, objectAt } from '@shipmate/domain/cluster/object';
import { previewChange, type Trial } from '../change/preview-change.ts';
import { type Outcome, toRefusal } from '../change/describe-change.ts';

/** Applies one object as a dry run. A rejection by the cluster is an outcome, not an error. */
export async function tryApply(object: KubeObject, trial: Trial): Promise<Outcome> {
  try {
    return await previewChange({ verb: 'apply', object }, trial);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code !== 'ABORTED') return toRefusal(object, thrown.message);
    throw thrown;
  }
}

/** Sets the namespace of an object. Cluster-scoped objects lose it again before the request. */
export function inNamespace(object: KubeObject, namespace: string): KubeObject {
  const place = namespaceOf(object) ?? namespace;
  return { ...object, metadata: { ...objectAt(object, 'metadata'), namespace: place } };
}

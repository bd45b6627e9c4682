import { AppError } from '@shipmate/core';
import { type KubeObject, namespaceOf, objectAt } from '@shipmate/domain/cluster';
import { previewChange, type Trial } from '../change/preview-change.ts';
import { type Outcome, toRefusal } from './describe-change.ts';

/** Tries to apply one object. What the cluster refuses is an outcome. */
export async function tryApply(object: KubeObject, trial: Trial): Promise<Outcome> {
  try {
    return await previewChange({ verb: 'apply', object }, trial);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code !== 'ABORTED') return toRefusal(object, thrown.message);
    throw thrown;
  }
}

/** An object that names its namespace. One that is in none by its kind loses it again before anything is done. */
export function inNamespace(object: KubeObject, namespace: string): KubeObject {
  const place = namespaceOf(object) ?? namespace;
  return { ...object, metadata: { ...objectAt(object, 'metadata'), namespace: place } };
}

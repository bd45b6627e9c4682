import { AppError } from '@shipmate/core';
import { kindOf, type KubeObject, nameOf, namespaceOf, objectAt, textAt } from '@shipmate/domain/cluster';
import type { ClusterDryRunner } from '../api/cluster-dry-runner.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { compareObjects, type Outcome, toRefusal } from './describe-change.ts';
import { findCurrent } from './find-current.ts';

/** Where changes are tried, and what is there now. */
export interface Trial {
  readonly reader: ClusterReader;
  readonly runner: ClusterDryRunner;
  readonly signal: AbortSignal;
}

/** Tries to apply one object. What the cluster refuses is an outcome. */
export async function tryApply(manifest: KubeObject, defaultNamespace: string, trial: Trial): Promise<Outcome> {
  const { reader, runner, signal } = trial;
  const apiVersion = textAt(manifest, 'apiVersion') ?? '';
  const resource = (await reader.catalog(signal)).findKind({ apiVersion, kind: kindOf(manifest) });
  if (!resource) return toRefusal(manifest, `the cluster serves no ${kindOf(manifest)} in ${apiVersion}`);
  const namespace = resource.namespaced ? (namespaceOf(manifest) ?? defaultNamespace) : undefined;
  const object = {
    ...manifest,
    metadata: { ...objectAt(manifest, 'metadata'), ...(namespace !== undefined && { namespace }) },
  };
  try {
    const before = await findCurrent(resource, { namespace, name: nameOf(object) }, trial);
    return compareObjects(before, await runner.apply(resource, object, signal));
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code !== 'ABORTED') return toRefusal(object, thrown.message);
    throw thrown;
  }
}

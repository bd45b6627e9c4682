import { AppError } from '@shipmate/core';
import type { ClusterChange } from '@shipmate/domain/cluster';
import {
  kindOf,
  type KubeObject,
  nameOf,
  namespaceOf,
  objectAt,
  textAt,
  valueAt,
} from '@shipmate/domain/cluster/object';
import type { ApiResource } from '../api/api-resource.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { findCurrent } from '../get/find-current.ts';
import { findObject } from '../get/find-object.ts';
import { resolveNamed } from '../get/target.ts';
import { holdsText } from '../object/holds-text.ts';
import { redacted } from '../redaction/redact-text.ts';

/** A change with the object that it targets. */
export interface ResolvedChange {
  readonly change: ClusterChange;
  readonly resource: ApiResource;
  readonly name: string;
  readonly namespace: string | undefined;
  /** The current object; `undefined` when the change would create it. */
  readonly current: KubeObject | undefined;
}

/** The cluster reader with which changes are resolved. */
export interface Lookup {
  readonly reader: ClusterReader;
  readonly signal: AbortSignal;
}

/**
 * Finds the object that a change targets.
 *
 * @throws AppError `NOT_FOUND` when it does not exist, `VALIDATION_ERROR` when the object does not support the change.
 */
export async function resolveChange(change: ClusterChange, lookup: Lookup): Promise<ResolvedChange> {
  refuseRedacted(change);
  if (change.verb === 'apply') return resolveApply(change, lookup);
  const { reader, signal } = lookup;
  const { resource: type, name, namespace } = change.target;
  const target = await resolveNamed({ resource: type, name, namespace }, reader, signal);
  const current = await findObject(target, reader, signal);
  if (change.verb === 'scale' && typeof valueAt(current, 'spec', 'replicas') !== 'number') {
    throw invalidChange(`A ${kindOf(current)} has no replicas to set.`);
  }
  if (change.verb === 'restart' && !restartable.has(kindOf(current))) {
    throw invalidChange(`A ${kindOf(current)} cannot be restarted; a Deployment, StatefulSet or DaemonSet can.`);
  }
  return { change, resource: target.resource, name: target.name, namespace: namespaceOf(current), current };
}

async function resolveApply(
  { object: manifest }: Extract<ClusterChange, { verb: 'apply' }>,
  lookup: Lookup,
): Promise<ResolvedChange> {
  const { reader, signal } = lookup;
  const apiVersion = textAt(manifest, 'apiVersion') ?? '';
  const resource = (await reader.catalog(signal)).findKind({ apiVersion, kind: kindOf(manifest) });
  if (!resource) throw invalidChange(`the cluster serves no ${kindOf(manifest)} in ${apiVersion}`);
  const namespace = resource.namespaced ? (namespaceOf(manifest) ?? 'default') : undefined;
  const { namespace: _, ...metadata } = objectAt(manifest, 'metadata');
  const object = { ...manifest, metadata: { ...metadata, ...(namespace !== undefined && { namespace }) } };
  const name = nameOf(object);
  const current = await findCurrent(resource, { namespace, name }, lookup);
  return { change: { verb: 'apply', object }, resource, name, namespace, current };
}

const restartable: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/** Rejects a change that would write the placeholder of a redacted secret in place of the secret. */
function refuseRedacted(change: ClusterChange): void {
  if (!holdsText(change, redacted.slice(0, -1))) return;
  throw invalidChange(
    `It holds "${redacted}", which stands for a secret that was taken out. Leave that field as it is.`,
  );
}

function invalidChange(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message });
}

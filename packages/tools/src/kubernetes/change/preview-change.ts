import type { ClusterChange } from '@shipmate/domain/cluster';
import { kindOf, type KubeObject, nameOf, ownerOf, textsAt } from '@shipmate/domain/cluster/object';
import type { ComputePort } from '../../compute/compute-port.ts';
import type { ToolCaller } from '../../context/tool-caller.ts';
import type { ClusterDryRunner } from '../api/cluster-changer.ts';
import { findRelatedPods } from '../describe/related-pods.ts';
import { type ChangeEffect, titleOf } from './describe-change.ts';
import { makeChange } from './make-change.ts';
import { describeDifference } from './run-change-tasks.ts';
import { type Lookup, type ResolvedChange, resolveChange } from './resolve-change.ts';

/** The dry runner of a change and the lookup of current objects. */
export interface Trial extends Lookup, ToolCaller {
  readonly runner: ClusterDryRunner;
  readonly now: Date;
  readonly compute: ComputePort;
}

/** The effect of a change, from a dry run. */
export interface ChangePreview extends ResolvedChange {
  /** The object after the dry run; `undefined` for a deletion. */
  readonly after: KubeObject | undefined;
  readonly effect: ChangeEffect;
  /** For people: the object, the effect on it, and the diff. */
  readonly text: string;
}

/** Previews a change with a dry run. @throws AppError when the cluster rejects it. */
export async function previewChange(change: ClusterChange, trial: Trial): Promise<ChangePreview> {
  const resolved = await resolveChange(change, trial);
  const { current } = resolved;
  const after = await makeChange(trial.runner, resolved, { now: trial.now, signal: trial.signal });
  if (after !== undefined) {
    const { compute, principal, signal } = trial;
    const pair = { before: current, after };
    return { ...resolved, after, ...(await describeDifference(pair, 'would be', { compute, principal, signal })) };
  }
  const consequences = current === undefined ? [] : await findConsequences(current, trial);
  const heading = `# ${titleOf(current ?? {})}: would be DELETED`;
  return { ...resolved, after, effect: 'deleted', text: [heading, ...consequences].join('\n') };
}

/** Kinds whose pods are deleted with them. */
const podOwners: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job']);
const maxNames = 20;

/** Returns the consequences of a deletion, one sentence each. */
async function findConsequences(object: KubeObject, { reader, signal }: Lookup): Promise<readonly string[]> {
  const pods = podOwners.has(kindOf(object)) ? ((await findRelatedPods(object, reader, signal)) ?? []) : [];
  const owner = ownerOf(object);
  const finalizers = textsAt(object, 'metadata', 'finalizers');
  const more = pods.length > maxNames ? ` and ${pods.length - maxNames} more` : '';
  return [
    ...(pods.length === 0
      ? []
      : [`With it go ${pods.length} pods: ${pods.slice(0, maxNames).map(nameOf).join(', ')}${more}`]),
    ...(kindOf(object) === 'Namespace' ? ['With it goes EVERYTHING in the namespace'] : []),
    ...(owner === undefined ? [] : [`${owner.kind}/${owner.name} controls it and would make a new one`]),
    ...(finalizers.length === 0 ? [] : [`It stays until these are done with it: ${finalizers.join(', ')}`]),
  ];
}

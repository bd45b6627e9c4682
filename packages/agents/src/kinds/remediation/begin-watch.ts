import { type ChangeTarget, type ObjectReference, referenceOf, targetOf } from '@shipmate/domain/cluster';
import {
  refreshBaseline,
  type RemediationPlan,
  type RemediationWatch,
  type WatchBaseline,
} from '@shipmate/domain/remediation';
import { findOwners, toTarget } from '@shipmate/tools/kubernetes';
import type { InvestigationAnswer } from './answer-schema.ts';
import { findTarget } from './read-health.ts';
import { readScope } from './read-scope.ts';
import { nowOf } from './remediation-ports.ts';
import type { RemediationWork } from './remediation-work.ts';

const unstarted: Omit<RemediationWatch, 'namespaces' | 'before'> = {
  changedAt: null,
  stableSince: null,
  restarts: {},
  times: null,
  nextCheckAt: null,
  until: null,
  waitingFor: null,
};

/** The watch of a remediation that was executed by a version without watches: it has no baseline to compare with. */
export const blindWatch: RemediationWatch = { ...unstarted, namespaces: [], before: null };

/** Records the findings and the desired state of a plan's objects as the baseline of its watch. */
export async function beginWatch(
  { affected }: InvestigationAnswer,
  plan: RemediationPlan,
  work: RemediationWork,
): Promise<RemediationWatch> {
  const targets = [...affected.map(toTarget), ...plan.actions.map(({ change }) => targetOf(change))];
  const chains = await Promise.all(targets.map((target) => readChain(target, work)));
  const places = chains.flatMap(([first]) => (first === undefined ? [] : [placeOf(first)]));
  const namespaces = places.includes(undefined) ? null : [...new Set(places.flatMap((place) => place ?? []))];
  const objects = new Map(chains.flat().map((each) => [JSON.stringify(each), each]));
  return { ...unstarted, namespaces, before: await record([...objects.values()], { namespaces }, work) };
}

/** Records the state right before the first change, exactly once even when the worker dies repeatedly. */
export async function beginWatchNow(work: RemediationWork): Promise<RemediationWatch> {
  const { watch } = work.remediation;
  if (watch === null || watch.before === null || watch.changedAt !== null) return watch ?? blindWatch;
  const present = await record(watch.before.objects.map(toReference), watch, work);
  const before = present && refreshBaseline(watch.before, present);
  const begun = { ...watch, before, restarts: before?.restarts ?? {}, changedAt: nowOf(work.ports).toISOString() };
  await work.progress.advance({ watch: begun });
  return begun;
}

async function record(
  objects: readonly ObjectReference[],
  { namespaces }: Pick<RemediationWatch, 'namespaces'>,
  work: RemediationWork,
): Promise<WatchBaseline | null> {
  const scope = await readScope({ namespaces }, work);
  if (scope === undefined) return null;
  const { ports, remediation, principal, signal } = work;
  const targets = { objects, issue: remediation.issue, now: nowOf(ports) };
  return ports.compute.run('takeTextBaseline', [scope, targets], { principal, signal });
}

/** Reads an object and its controllers. */
async function readChain(
  target: ChangeTarget,
  { reader, signal }: RemediationWork,
): Promise<readonly ObjectReference[]> {
  const object = await findTarget(target, { reader, signal });
  if (object !== undefined) {
    const owners = await findOwners(object, reader, signal);
    return [object, ...owners.flatMap((owner) => (owner.object === undefined ? [] : [owner.object]))].map(referenceOf);
  }
  const kind = (await reader.catalog(signal)).find(target.resource);
  if (kind === undefined || (kind.namespaced && target.namespace === undefined)) return [];
  const { name, namespace } = target;
  return [{ apiVersion: '', kind: kind.kind, name, ...(kind.namespaced && { namespace }) }];
}

function toReference({ apiVersion, kind, name, namespace }: ObjectReference): ObjectReference {
  return { apiVersion, kind, name, ...(namespace !== undefined && { namespace }) };
}

/** Returns the namespace whose objects a change can affect; `undefined` for the whole cluster. */
function placeOf({ kind, name, namespace }: ObjectReference): string | undefined {
  return kind === 'Namespace' ? name : namespace;
}

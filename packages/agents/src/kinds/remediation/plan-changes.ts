import { AppError } from '@shipmate/core';
import {
  type EvidenceCall,
  type ClusterChange,
  kindOf,
  managedBy,
  type KubeObject,
  namespaceOf,
} from '@shipmate/domain/cluster';
import { findValueOrigins, toUntrustedTexts, type ValueOrigin } from '@shipmate/domain/untrusted';
import {
  findAutomaticObjection,
  highestOf,
  isMissing,
  type PlannedChange,
  type RemediationPlan,
} from '@shipmate/domain/remediation';
import {
  assessInPlace,
  type ChangePreview,
  findOwners,
  fingerprintObject,
  previewChange,
  titleOf,
} from '@shipmate/tools/kubernetes';
import type { InvestigationAnswer } from './answer-schema.ts';
import { hashPlan } from './plan-hash.ts';
import { createProblemReader, type ProblemReader } from './read-problems.ts';
import { type RemediationWork, toTaskCaller } from './remediation-work.ts';
import { toChange } from './to-change.ts';

type AnsweredAction = InvestigationAnswer['remediation']['actions'][number];

/**
 * Creates a plan from a model's actions: dry-runs each change and computes its risk.
 *
 * @throws AppError that names the action which the cluster rejects, which changes nothing, or which changes an object a
 * second time.
 */
export async function planChanges(
  work: RemediationWork,
  answered: readonly AnsweredAction[],
  calls: readonly EvidenceCall[],
): Promise<RemediationPlan> {
  const { ports, principal, remediation, reader, signal } = work;
  const runner = await ports.kubernetes.dryRunner({ context: reader.context, principal });
  const trial = { reader, runner, now: remediation.createdAt, compute: ports.compute, principal, signal };
  const readProblems = createProblemReader(work);
  const actions: PlannedChange[] = [];
  for (const [index, action] of answered.entries()) {
    const id = `a${index + 1}`;
    const preview = await tryAction(id, async () => previewChange(await toChange(action, trial), trial));
    const planned = { id, ...toWords(action), ...(await toFacts(preview, { work, readProblems })) };
    const origins = findOrigins(preview.change, remediation, calls);
    const other = actions.find(({ object }) => object === planned.object);
    if (other) throw refusal(id, `${other.id} changes ${planned.object} already; say all of it in one action.`);
    actions.push({ ...planned, ...(origins.length > 0 && { origins }) });
  }
  const plan = { context: reader.context, actions, risk: highestOf(actions.map(({ risk }) => risk.level)) };
  return { ...plan, hash: hashPlan(plan) };
}

/** Finds the values of a change that the investigation read in untrusted text, including an alert. */
function findOrigins(
  change: ClusterChange,
  { issue, origin }: RemediationWork['remediation'],
  calls: readonly EvidenceCall[],
): readonly ValueOrigin[] {
  const isAlert = origin === 'alert';
  return findValueOrigins({
    action: change,
    untrusted: [...(isAlert ? [{ source: 'alert', text: issue } as const] : []), ...calls.flatMap(toUntrustedTexts)],
    own: isAlert ? [] : [issue],
  });
}

async function tryAction(id: string, attempt: () => Promise<ChangePreview>): Promise<ChangePreview> {
  try {
    const preview = await attempt();
    if (preview.effect !== 'unchanged') return preview;
  } catch (thrown) {
    if (AppError.isInstance(thrown) && isRefusal(thrown)) throw refusal(id, thrown.message, thrown);
    throw thrown;
  }
  throw refusal(id, 'it would change nothing.');
}

/** Returns true when another plan could avoid the error, unlike an unreachable cluster. */
function isRefusal({ code }: AppError): boolean {
  return code === 'VALIDATION_ERROR' || code === 'NOT_FOUND' || code === 'CONFLICT';
}

function refusal(id: string, why: string, cause?: unknown): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message: `Action ${id} is refused: ${why}`, cause });
}

function toWords({ description, rationale, risk: claimedRisk, purpose }: AnsweredAction) {
  return { description, rationale, claimedRisk, purpose };
}

interface Planning {
  readonly work: RemediationWork;
  readonly readProblems: ProblemReader;
}

async function toFacts(preview: ChangePreview, { work, readProblems }: Planning) {
  const { change, current, text } = preview;
  const object = current ?? (change.verb === 'apply' ? change.object : {});
  return {
    change: toFixed(preview),
    object: titleOf(object),
    ...(await toRisk(preview, { work, readProblems })),
    difference: text,
    state: current === undefined ? null : await fingerprintObject(current, toTaskCaller(work)),
    managedBy: leavesDrift(change, object) ? ((await findManager(object, work)) ?? null) : null,
  };
}

/** Computes the risk of a change and, in automatic mode, the objection to it, from objects and rules only. */
async function toRisk({ change, current: before, after }: ChangePreview, { work, readProblems }: Planning) {
  const { mode, issue } = work.remediation;
  const isAutomatic = mode === 'automatic';
  const isCreation = before === undefined && after !== undefined;
  const problems = isAutomatic || isCreation ? await readProblems(namespaceOf(before ?? after ?? {})) : [];
  const place = { change, before, after, isMissing: isCreation && isMissing(after, problems) };
  const assessment = await assessInPlace(place, toTaskCaller(work));
  return {
    risk: assessment.risk,
    ...(isAutomatic && {
      automaticObjection: findAutomaticObjection({ ...place, assessment, problems, issue }) ?? null,
    }),
  };
}

/** Rewrites a change to name the resolved object, so that it cannot mean another object later. */
function toFixed({ change, resource, name, namespace }: ChangePreview): ClusterChange {
  if (change.verb === 'apply') return change;
  const { group, version, plural } = resource;
  return { ...change, target: { resource: group === '' ? plural : `${plural}.${version}.${group}`, name, namespace } };
}

/** A restart or a pod deletion does not diverge from the repository. */
function leavesDrift({ verb }: ClusterChange, object: KubeObject): boolean {
  return verb !== 'restart' && !(verb === 'delete' && kindOf(object) === 'Pod');
}

async function findManager(object: KubeObject, { reader, signal }: RemediationWork) {
  const owners = await findOwners(object, reader, signal);
  const found = owners.flatMap((owner) => (owner.object === undefined ? [] : [owner.object]));
  return [object, ...found].map(managedBy).find((manager) => manager !== undefined);
}

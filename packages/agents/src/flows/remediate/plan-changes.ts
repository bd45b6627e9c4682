import { AppError } from '@shipmate/core';
import { type EvidenceCall, findValueOrigins, toUntrustedTexts, type ValueOrigin } from '@shipmate/domain';
import { type ClusterChange, kindOf, managedBy, type KubeObject, namespaceOf } from '@shipmate/domain/cluster';
import {
  findAutomaticObjection,
  highestOf,
  isMissing,
  type PlannedChange,
  type RemediationPlan,
} from '@shipmate/domain/remediation';
import { type ChangePreview, findOwners, previewChange, stateOf, titleOf } from '@shipmate/tools/kubernetes';
import type { InvestigationAnswer } from './answer-schema.ts';
import { hashPlan } from './plan-hash.ts';
import { createProblemReader, type ProblemReader } from './read-problems.ts';
import type { RemediationWork } from './remediation-work.ts';
import { toChange } from './to-change.ts';

type AnsweredAction = InvestigationAnswer['remediation']['actions'][number];

/**
 * Makes a plan of what a model wants done: each change is tried, and its risk computed.
 *
 * @throws AppError that names the action which the cluster refuses, which changes nothing, or which changes an object once more.
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

/** The values of a change that the investigation read in untrusted text, an alert included. */
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

/** What another plan could do better, as against a cluster that cannot be reached. */
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
    state: current === undefined ? null : stateOf(current),
    managedBy: leavesDrift(change, object) ? ((await findManager(object, work)) ?? null) : null,
  };
}

/** The risk of a change and, in automatic mode, the objection to it, both from objects and rules alone. */
async function toRisk({ change, current: before, after }: ChangePreview, { work, readProblems }: Planning) {
  const { mode, issue } = work.remediation;
  const isAutomatic = mode === 'automatic';
  const isCreation = before === undefined && after !== undefined;
  const problems = isAutomatic || isCreation ? await readProblems(namespaceOf(before ?? after ?? {})) : [];
  const place = { change, before, after, isMissing: isCreation && isMissing(after, problems) };
  const assessment = await work.ports.compute.run('assessChange', [place], work);
  return {
    risk: assessment.risk,
    ...(isAutomatic && {
      automaticObjection: findAutomaticObjection({ ...place, assessment, problems, issue }) ?? null,
    }),
  };
}

/** A change that names its object as it was found, so that it means no other one later. */
function toFixed({ change, resource, name, namespace }: ChangePreview): ClusterChange {
  if (change.verb === 'apply') return change;
  const { group, version, plural } = resource;
  return { ...change, target: { resource: group === '' ? plural : `${plural}.${version}.${group}`, name, namespace } };
}

/** A restart and the loss of a pod leave what a repository says as it is. */
function leavesDrift({ verb }: ClusterChange, object: KubeObject): boolean {
  return verb !== 'restart' && !(verb === 'delete' && kindOf(object) === 'Pod');
}

async function findManager(object: KubeObject, { reader, signal }: RemediationWork) {
  const owners = await findOwners(object, reader, signal);
  const found = owners.flatMap((owner) => (owner.object === undefined ? [] : [owner.object]));
  return [object, ...found].map(managedBy).find((manager) => manager !== undefined);
}

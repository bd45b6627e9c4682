import {
  kindOf,
  type KubeObject,
  nameOf,
  namespaceOf,
  type ObjectReference,
  ownerOf,
} from '../../cluster/object/kube-object.ts';
import { textAt } from '../../cluster/object/read-value.ts';
import type { Problem } from '../../cluster/problems/problem.ts';
import type { RemediationPlan, RemediationRequest } from '../remediation.ts';
import type { ChangeAssessment, ChangeInPlace } from './assess-change.ts';
import { automaticKinds } from './automatic-changes.ts';
import { groupKindOf } from './kind-risk.ts';
import { isAbove } from './risk-level.ts';

/** A change with its assessment and the problems that the rules find in the cluster. */
export interface AutomaticCandidate extends ChangeInPlace {
  readonly assessment: ChangeAssessment;
  readonly problems: readonly Problem[];
  /** Text of the remediation request. */
  readonly issue: string;
}

/**
 * Explains why automatic mode must not execute a change, whatever its risk; `undefined` if it may. Automatic
 * mode executes only listed kinds of change, on workloads that the issue names and in which the rules find a
 * problem. Statements of a model have no influence.
 */
export function findAutomaticObjection({
  change,
  before,
  assessment,
  problems,
  issue,
}: AutomaticCandidate): string | undefined {
  if (change.verb === 'delete') return 'Automatic mode deletes nothing.';
  if (before === undefined) return 'Automatic mode creates nothing.';
  const kind = kindOf(before);
  if (!automaticKinds.has(groupKindOf(before))) return `Automatic mode does not change ${kind} objects.`;
  const owner = ownerOf(before);
  if (owner !== undefined) return `${owner.kind} "${owner.name}" controls this ${kind}.`;
  if (assessment.other !== undefined) return `Not on the list for automatic mode: ${assessment.other}`;
  if (assessment.automatic.length === 0) return 'Not on the list for automatic mode.';
  const found = problems.filter((problem) => isIn(before, problem));
  if (found.length === 0) return `The rules find no problem in ${kind} "${nameOf(before)}".`;
  return isNamed(found, issue) ? undefined : `The issue does not name ${kind} "${nameOf(before)}" or one of its pods.`;
}

/** Explains why a policy must not approve a plan; `undefined` if it may. */
export function findPolicyObjection(
  { actions }: Pick<RemediationPlan, 'actions'>,
  { mode, maxRisk }: Pick<RemediationRequest, 'mode' | 'maxRisk'>,
): string | undefined {
  if (mode !== 'automatic') return 'Approval by policy is for automatic mode only.';
  const objections = actions.flatMap(({ id, risk, automaticObjection }) => {
    if (automaticObjection === undefined) return [`Action ${id} was not checked for automatic mode.`];
    if (automaticObjection !== null) return [`Action ${id}: ${automaticObjection}`];
    return isAbove(risk.level, maxRisk)
      ? [`Action ${id} has ${risk.level} risk, above ${maxRisk}: ${risk.reasons.join(' ')}`]
      : [];
  });
  return objections.length === 0 ? undefined : `The plan waits for a person. ${objections.join(' ')}`;
}

/** Checks whether a problem above severity `info` is in an object or in an object that it controls. */
function isIn(object: KubeObject, { severity, object: faulty, root }: Problem): boolean {
  return severity !== 'info' && [faulty, root].some((reference) => isReferenceTo(object, reference));
}

/** Checks whether an issue contains, as a word, the name of an object of one of the problems. */
function isNamed(problems: readonly Problem[], issue: string): boolean {
  const words = new Set(issue.split(/[^A-Za-z0-9.-]+/).map((word) => word.replace(/[.-]+$/, '')));
  return problems.some(({ object, root, alike }) => [object.name, root.name, ...alike].some((name) => words.has(name)));
}

function isReferenceTo(object: KubeObject, { apiVersion, kind, name, namespace }: ObjectReference): boolean {
  const [, group = ''] = apiVersion.split('/').toReversed();
  return (
    `${group}/${kind}` === groupKindOf(object) &&
    name === textAt(object, 'metadata', 'name') &&
    namespace === namespaceOf(object)
  );
}

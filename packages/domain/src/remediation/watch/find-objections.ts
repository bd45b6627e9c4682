import type { ClusterChange } from '../../cluster/change/cluster-change.ts';
import { valueAt } from '../../cluster/object/read-value.ts';
import type { HealthCheck, RemediationApproval, RemediationPlan } from '../remediation.ts';
import { type ClusterScope, findInScope, isAutoscaled, isGone } from './cluster-scope.ts';
import { compareDesired, type DesiredAspect, desiredStateOf } from './desired-state.ts';
import { isPresent, readFindings } from './read-findings.ts';
import type { WatchBaseline, WatchedObject } from './remediation-watch.ts';
import { identify, listHealth, maxKept } from './take-baseline.ts';
import { toTitle } from './title.ts';

/** The purposes that an approved plan declares. */
export interface DeclaredPurposes {
  /** Aspects of the desired state that are changed on purpose, by object. */
  readonly aspects: ReadonlyMap<string, ReadonlySet<DesiredAspect>>;
  /** Objects that are deleted, or scaled to zero, on purpose. */
  readonly givenUp: ReadonlySet<string>;
}

/** Returns the purposes that approved actions declare. A plan that a policy approved declares none. */
export function declaredPurposes(
  plan: Pick<RemediationPlan, 'actions'> | null,
  approval: Pick<RemediationApproval, 'decidedBy' | 'actions'> | null,
): DeclaredPurposes {
  const approved = approval?.decidedBy === 'user' ? approval.actions : [];
  const actions = (plan?.actions ?? []).filter(({ id }) => approved.includes(id));
  const aspects = new Map(actions.map(({ object, purpose = [] }) => [object, new Set(purpose)]));
  return { aspects, givenUp: givenUpObjects(plan, aspects) };
}

/** Returns the objects that the approved plan deletes, or scales to zero, on purpose. */
function givenUpObjects(
  plan: Pick<RemediationPlan, 'actions'> | null,
  purposes: DeclaredPurposes['aspects'],
): ReadonlySet<string> {
  const actions = (plan?.actions ?? []).filter(({ object, change }) => {
    const aspects = purposes.get(object);
    if (change.verb === 'delete') return aspects?.has('deletion') ?? false;
    return (aspects?.has('scale') ?? false) && wantsNone(change);
  });
  return new Set(actions.map(({ object }) => object));
}

function wantsNone(change: ClusterChange): boolean {
  if (change.verb === 'scale') return change.replicas === 0;
  if (change.verb === 'apply') return valueAt(change.object, 'spec', 'replicas') === 0;
  return change.verb === 'patch' && valueAt(change.patch, 'spec', 'replicas') === 0;
}

/** Describes the objects that are not healthy, except those that the plan gives up on purpose. */
export function findUnhealthy(checks: readonly HealthCheck[], purposes: DeclaredPurposes): readonly string[] {
  return checks
    .filter(({ object, after }) => !after?.isHealthy && !purposes.givenUp.has(object))
    .map(({ object, after }) => `${object}: ${after?.state ?? 'not checked again yet'}`);
}

/**
 * Lists the reasons why a change has not resolved an issue, each a sentence without its full stop. Empty if
 * it has.
 */
export function findObjections(
  scope: ClusterScope,
  before: WatchBaseline,
  purposes: DeclaredPurposes,
): readonly string[] {
  return [
    ...findDesiredChanges(scope, before, purposes),
    ...findRemaining(scope, before, purposes),
    ...findWorse(scope, before, purposes),
  ];
}

function findDesiredChanges(
  scope: ClusterScope,
  { objects }: WatchBaseline,
  purposes: DeclaredPurposes,
): readonly string[] {
  return objects.flatMap((watched) => {
    const title = toTitle(watched);
    const declared = purposes.aspects.get(title) ?? new Set<DesiredAspect>();
    return differencesOf(scope, watched)
      .filter(({ aspect }) => !declared.has(aspect))
      .map(({ words }) => `${title} ${words}`);
  });
}

function differencesOf(scope: ClusterScope, watched: WatchedObject) {
  const object = findInScope(scope, watched);
  const isDeleted = watched.existed && object === undefined && isGone(scope, watched);
  if (isDeleted) return [{ aspect: 'deletion', words: 'was deleted' } as const];
  if (object === undefined || watched.desired === null) return [];
  return compareDesired(watched.desired, desiredStateOf(object), { isAutoscaled: isAutoscaled(scope, object) });
}

/** Returns findings of the issue that remain, and new ones of the same objects. */
function findRemaining(scope: ClusterScope, before: WatchBaseline, purposes: DeclaredPurposes): readonly string[] {
  const issue = new Set(before.issue.map(identify));
  const roots = new Set([...before.objects.map(toTitle), ...before.issue.map(({ root }) => root)]);
  const known = new Set(before.findings.map(identify));
  const isComplete = Math.max(before.findings.length, before.unsteady.length) < maxKept;
  const troubled = new Set([...before.findings.map(({ root }) => root), ...before.unsteady]);
  return readFindings(scope)
    .filter(isPresent)
    .filter(({ root }) => !purposes.givenUp.has(root))
    .flatMap((finding) => {
      const { reason, object, root, message } = finding;
      const words = `${reason} of ${object}${object === root ? '' : ` (${root})`}: ${withoutStop(message)}`;
      if (issue.has(identify(finding))) return [`The rules still find ${words}`];
      const isNew = roots.has(root) ? !known.has(identify(finding)) : isComplete && !troubled.has(root);
      return isNew ? [`New since the change: ${words}`] : [];
    });
}

function findWorse(scope: ClusterScope, before: WatchBaseline, purposes: DeclaredPurposes): readonly string[] {
  const health = new Map(listHealth(scope).map((each) => [each.title, each.health]));
  return before.healthy.flatMap((title) => {
    if (purposes.givenUp.has(title)) return [];
    const now = health.get(title);
    if (now === undefined) return [`${title} was healthy before the change and no longer exists`];
    return now.isHealthy ? [] : [`${title} was healthy before the change: ${now.state}`];
  });
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

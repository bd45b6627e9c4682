import { AppError, type Principal } from '@shipmate/core';
import { diffRules, type NamedRuleDifference, nameDifference } from './diff-rules.ts';
import type { RuleStore } from './rule-store.ts';

/** A change of a rule that is based on a revision which is no longer the current one. */
interface OutdatedChange {
  readonly ruleId: string;
  readonly baseRevision: number;
  /** What the change is, such as `the preview`. */
  readonly subject: string;
  /** The next step for the caller, as a sentence. */
  readonly next: string;
}

/**
 * Returns the error for a change of a rule that has changed since: `CONFLICT`, whose message and `details.difference` name the
 * changes between the base and the current revision.
 */
export async function toRuleConflict(
  rules: Pick<RuleStore, 'get' | 'listRevisions'>,
  principal: Principal,
  { ruleId, baseRevision, subject, next }: OutdatedChange,
): Promise<AppError> {
  const current = await rules.get(principal, ruleId);
  const revisions = await rules.listRevisions(principal, ruleId);
  const base = revisions.find(({ revision }) => revision === baseRevision)?.definition;
  const difference = nameDifference(diffRules(base, current));
  const head = `The rule "${current.name}" is at revision ${current.revision}, ${subject} is based on ${baseRevision}.`;
  const changes = describeDifference(difference);
  return new AppError({
    code: 'CONFLICT',
    message: [head, changes === '' ? '' : `Changed since: ${changes}.`, next].filter((text) => text !== '').join(' '),
    details: { revision: current.revision, difference: { ...difference } },
  });
}

/** Describes a difference in one line: `trigger; added "Mail"; changed "Alert"`; empty without one. */
export function describeDifference(difference: NamedRuleDifference): string {
  const { fields, added, removed, changed, addedEdges, removedEdges } = difference;
  const part = (verb: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${verb} ${names.map((name) => `"${name}"`).join(', ')}`];
  return [
    ...fields,
    ...part('added', added),
    ...part('removed', removed),
    ...part('changed', changed),
    ...part('connected', addedEdges),
    ...part('disconnected', removedEdges),
  ].join('; ');
}

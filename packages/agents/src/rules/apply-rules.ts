import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { createRule, reviseRule } from '@shipmate/domain/use-cases';
import { requireRuleRights, type RuleFile, toPayload } from '@shipmate/domain/workflow';
import type { ComputePort } from '@shipmate/tools';
import type { CheckedRule } from '@shipmate/tools/workflow';

interface RuleFileResources {
  readonly unitOfWork: UnitOfWork;
  readonly compute: ComputePort;
}

/** The caller, and the file to compare or to apply. */
interface RuleFileRequest {
  readonly principal: Principal;
  readonly file: RuleFile;
  readonly signal: AbortSignal;
}

/** The changes that a file makes, and the rules of the organization that it does not name. */
export interface RuleChanges {
  readonly changes: readonly CheckedRule[];
  /** Names of rules that stay as they are. */
  readonly unnamed: readonly string[];
}

/** Returns the rules of an organization as a file, by name. Secrets are references to stored ones. */
export async function exportRules(
  { unitOfWork }: Pick<RuleFileResources, 'unitOfWork'>,
  principal: Principal,
): Promise<{ readonly rules: readonly object[] }> {
  const rules = await unitOfWork.stores.rules.list(principal);
  return { rules: rules.map((rule) => ({ id: rule.id, ...toPayload(rule) })) };
}

/**
 * Compares a file with the rules of an organization; nothing is saved.
 *
 * @throws AppError `VALIDATION_ERROR` that lists every error, `UNAUTHORIZED` when the caller may not save a rule of the file
 */
export async function compareRules(
  { unitOfWork, compute }: RuleFileResources,
  { principal, file, signal }: RuleFileRequest,
): Promise<RuleChanges> {
  const { rules, entityRows, users } = unitOfWork.stores;
  const [current, entities, members] = await Promise.all([
    rules.list(principal),
    entityRows.listEntities(principal),
    users.listMembers(principal.organizationId),
  ]);
  const input = { file, rules: current, entities, userIds: members.map(({ id }) => id) };
  const changes = await compute.run('checkRules', [input], { principal, signal });
  requireNoErrors(changes);
  for (const { change, definition } of changes) if (change !== 'unchanged') requireRuleRights(principal, definition);
  const named = new Set(changes.map(({ ruleId }) => ruleId));
  return { changes, unnamed: current.filter(({ id }) => !named.has(id)).map(({ name }) => name) };
}

/**
 * Saves the rules of a file, all or none. `baseRevisions` are the revisions that the caller compared with, by rule.
 *
 * @throws AppError as {@link compareRules}, and `CONFLICT` when a rule has changed since
 */
export async function applyRules(
  resources: RuleFileResources,
  request: RuleFileRequest & { readonly baseRevisions: Readonly<Record<string, number>> },
): Promise<RuleChanges> {
  const { principal, baseRevisions } = request;
  const result = await compareRules(resources, request);
  return resources.unitOfWork.transaction(async (stores) => {
    const changes: CheckedRule[] = [];
    for (const checked of result.changes) {
      const { ruleId, change, definition, baseRevision } = checked;
      const created = change === 'create' && (await createRule(stores, principal, { id: ruleId, definition }));
      changes.push(created ? { ...checked, ruleId: created.id } : checked);
      if (change !== 'update') continue;
      const seen = baseRevisions[ruleId] ?? baseRevision ?? 0;
      await reviseRule(stores, principal, { ruleId, baseRevision: seen, definition });
    }
    return { ...result, changes };
  });
}

function requireNoErrors(changes: readonly CheckedRule[]): void {
  const errors = changes.flatMap((change) => change.errors);
  if (errors.length === 0) return;
  const lines = errors.slice(0, 50).map(({ path, code, message, hint }) => `${path}: ${message} ${hint} (${code})`);
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The rules have ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:\n${lines.join('\n')}`,
    details: { errors: errors.slice(0, 50).map(({ path, code, message, hint }) => ({ path, code, message, hint })) },
  });
}

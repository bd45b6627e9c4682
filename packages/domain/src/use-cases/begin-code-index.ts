import { AppError, type Principal } from '@shipmate/core';
import type { CodeIndex, CodeIndexTarget } from '../code-map/code-index.ts';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';

/**
 * Begins to index a repository's code; while an index of the same branch or commit has not ended, it returns that one. Call it in a
 * transaction.
 *
 * @throws AppError `NOT_FOUND`, `VALIDATION_ERROR` for both a branch and a commit.
 */
export async function beginCodeIndex(
  { codeIndexes, runs }: Pick<Stores, 'codeIndexes' | 'runs'>,
  principal: Principal,
  { repositoryId, branch, commit }: CodeIndexTarget & Pick<CodeIndex, 'repositoryId'>,
): Promise<CodeIndex> {
  if (branch !== null && commit !== null) {
    const message = 'Enter either branch or commit.';
    throw new AppError({ code: 'VALIDATION_ERROR', message, details: { issues: [{ path: 'commit', message }] } });
  }
  const active = await codeIndexes.findActive(principal, repositoryId, { branch, commit });
  if (active !== undefined) return active;
  const id = newId();
  await runs.createStandalone(principal, { id, kind: 'code_index', model: null });
  return codeIndexes.create(principal, { id, repositoryId, branch, commit });
}

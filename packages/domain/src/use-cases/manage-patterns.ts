import { AppError, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import { requireOwner } from './require-owner.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { type Pattern, type PatternDocument, patternLimits } from '../pattern/pattern.ts';
import { splitPassages } from '../pattern/split-passages.ts';

/**
 * Saves a document for all agents of the organization; replaces the one with the same title.
 *
 * @throws AppError `NOT_FOUND` to all but owners, `CONFLICT` if the organization has reached its limit.
 */
export async function savePattern(
  unitOfWork: UnitOfWork,
  principal: Principal,
  document: PatternDocument,
): Promise<Pattern> {
  return unitOfWork.transaction(async ({ patterns, users, audit }) => {
    await requireOwner(users, principal);
    const kept = await patterns.list(principal);
    if (kept.length >= patternLimits.patterns && !kept.some(({ title }) => title === document.title)) {
      throw new AppError({
        code: 'CONFLICT',
        message: `The organization has ${patternLimits.patterns} patterns, the maximum. Delete outdated ones, or merge several into one document.`,
      });
    }
    const pattern = await patterns.save(principal, {
      ...document,
      id: newId(),
      passages: splitPassages(document.body),
    });
    const { id: subjectId, title, kind } = pattern;
    await audit.append(principal, { kind: 'pattern_saved', subjectId, details: { title, kind } });
    return pattern;
  });
}

/**
 * Deletes a document. @throws AppError `NOT_FOUND` if it does not exist or belongs to another organization,
 * and to all but owners.
 */
export async function removePattern(unitOfWork: UnitOfWork, principal: Principal, patternId: string): Promise<void> {
  await unitOfWork.transaction(async ({ patterns, users, audit }) => {
    await requireOwner(users, principal);
    const { id: subjectId, title, kind } = await patterns.remove(principal, patternId);
    await audit.append(principal, { kind: 'pattern_removed', subjectId, details: { title, kind } });
  });
}

import type { Principal } from '@shipmate/core';
import { requireOwner } from './require-owner.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { SpendLimit, SpendLimits } from '../spend/spend-limit.ts';

/**
 * Sets the spend limits of the principal's organization, from now on. @throws AppError `NOT_FOUND` to all but
 * its owners.
 */
export async function changeSpendLimits(
  unitOfWork: UnitOfWork,
  principal: Principal,
  limits: SpendLimits,
): Promise<void> {
  await unitOfWork.transaction(async ({ users, spend, audit }) => {
    await requireOwner(users, principal);
    await spend.setLimits(principal, limits);
    const { organization, user } = limits;
    const details = { organization: toDetails(organization), user: toDetails(user) };
    await audit.append(principal, { kind: 'spend_limits_changed', subjectId: null, details });
  });
}

function toDetails({ day, month }: SpendLimits['user']) {
  const plain = ({ tokens, costUsd }: SpendLimit) => ({ tokens, costUsd });
  return { day: plain(day), month: plain(month) };
}

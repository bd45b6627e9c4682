import { AppError } from '@shipmate/core';
import type { Proposal } from '@shipmate/domain/proposal';
import type { Recommendation } from '@shipmate/domain/recommendation';

/** Returns the recommendation of a proposal. @throws AppError `NOT_FOUND` when the proposal belongs to another flow. */
export function requireRecommendation({ work }: Proposal): Recommendation {
  if (work.flow === 'recommend') return work;
  throw new AppError({ code: 'NOT_FOUND', message: 'Proposal not found.' });
}

import { AppError } from '@shipmate/core';
import type { Proposal, Recommendation } from '@shipmate/domain';

/** What a proposal recommends. @throws AppError `NOT_FOUND` when it is one of another flow. */
export function requireRecommendation({ work }: Proposal): Recommendation {
  if (work.flow === 'recommend') return work;
  throw new AppError({ code: 'NOT_FOUND', message: 'There is no such proposal.' });
}

/** A cost in words of a line; null when nobody knows it, which is never told as nothing. */
export function describeCost(costUsd: number | null): string {
  if (costUsd === null) return 'cost unknown';
  if (costUsd === 0) return 'no cost';
  if (costUsd < 0.0001) return 'under $0.0001';
  const isSmall = costUsd < 0.1;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    ...(isSmall ? { minimumSignificantDigits: 2, maximumSignificantDigits: 2 } : {}),
  }).format(costUsd);
}

/** What answers have cost together, of which some may have no known price. */
export function describeTotalCost(spent: {
  readonly answers: number;
  readonly costUsd: number;
  readonly unpricedAnswers: number;
}): string {
  const { answers, costUsd, unpricedAnswers } = spent;
  if (unpricedAnswers === 0) return describeCost(costUsd);
  if (unpricedAnswers === answers || costUsd === 0) return describeCost(null);
  return `at least ${describeCost(costUsd)}`;
}

/** Describes a cost in one line; null when it is unknown, which is never shown as zero. */
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

/** Describes the total cost of answers, some of which may have an unknown price. */
export function describeTotalCost(total: {
  readonly answers: number;
  readonly costUsd: number;
  readonly unpricedAnswers: number;
}): string {
  const { answers, costUsd, unpricedAnswers } = total;
  if (unpricedAnswers === 0) return describeCost(costUsd);
  if (unpricedAnswers === answers || costUsd === 0) return describeCost(null);
  return `at least ${describeCost(costUsd)}`;
}

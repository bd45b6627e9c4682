import type { Issue } from '../issue.ts';

const maxOfOneCheck = 500;

/**
 * Keeps the first 500 issues of each check, and counts the others in one issue: a chart can have as many as it has
 * lines.
 */
export function capIssues(issues: readonly Issue[]): readonly Issue[] {
  const counts = new Map<string, number>();
  const kept = issues.filter(({ check }) => {
    const count = (counts.get(check) ?? 0) + 1;
    counts.set(check, count);
    return count <= maxOfOneCheck;
  });
  for (const [check, count] of counts) {
    const first = count > maxOfOneCheck ? issues.find((issue) => issue.check === check) : undefined;
    if (first === undefined) continue;
    const { severity, source } = first;
    kept.push({
      severity,
      source,
      check,
      message: `${count - maxOfOneCheck} more issues of this check are not listed.`,
    });
  }
  return kept;
}

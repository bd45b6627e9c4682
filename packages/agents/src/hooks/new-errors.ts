import type { Issue, ValidationReport } from '@shipmate/tools/helm';

/**
 * Returns the errors of a report that an earlier one does not contain. An error that only moved to another line is not
 * new.
 */
export function findNewErrors(report: ValidationReport, earlier: ValidationReport): readonly Issue[] {
  const known = new Set(earlier.issues.map(toKey));
  return report.issues.filter((issue) => issue.severity === 'error' && !known.has(toKey(issue)));
}

function toKey({ check, resource, file, message }: Issue): string {
  return JSON.stringify([check, resource, file, message.replace(/\d+/g, '0')]);
}

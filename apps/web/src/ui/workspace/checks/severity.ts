import type { ChartIssue } from '@shipmate/protocol/web/checks';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';

export type Severity = ChartIssue['severity'];

/** The severities of issues, worst first, with their style. */
export const severities = {
  error: { label: 'Error', plural: 'Errors', icon: CircleAlert, ink: 'text-removed' },
  warning: { label: 'Warning', plural: 'Warnings', icon: TriangleAlert, ink: 'text-caution' },
  info: { label: 'Note', plural: 'Notes', icon: Info, ink: 'text-accent' },
} as const satisfies Record<Severity, object>;
export const severityNames = ['error', 'warning', 'info'] as const;

/** Returns the number of issues of each severity. */
export function countBySeverity(issues: readonly ChartIssue[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of issues) counts[severity] += 1;
  return counts;
}

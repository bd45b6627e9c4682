import { fenceText } from '@shipmate/core';
import type { Issue } from '../issue.ts';
import type { ValidationReport } from './validation-report.ts';

const maxShown = 40;

/** Describes a validation report for a model. */
export function describeValidation({ overallStatus, results, issues, ...report }: ValidationReport): string {
  const skipped = Object.entries(results).filter(([, { status }]) => status === 'skipped');
  const hidden = Math.max(0, issues.length - maxShown) + report.omittedIssues;
  return [
    `${overallStatus}, for Kubernetes ${report.kubernetesVersion}. ${countBySeverity(issues)}`,
    issues.length === 0 ? '' : describeIssues(issues.slice(0, maxShown)),
    hidden > 0 ? `… and ${hidden} more; fix these first and check again.` : '',
    skipped.length > 0
      ? `Not checked because of the errors above: ${skipped.map(([source]) => source).join(', ')}.`
      : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Lists issues for a model; their messages quote files, so the list is fenced. */
export function describeIssues(issues: readonly Issue[]): string {
  return fenceText(issues.map(describeIssue).join('\n'), { source: 'check' });
}

/** Describes one issue in a line. */
export function describeIssue({ severity, check, file, line, resource, message, suggestion }: Issue): string {
  const place = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`;
  const subject = resource === undefined ? '' : ` (${resource})`;
  return `- ${severity} [${check}]${place}${subject}: ${message}${suggestion === undefined ? '' : ` → ${suggestion}`}`;
}

function countBySeverity(issues: readonly Issue[]): string {
  const count = (severity: Issue['severity']): number => issues.filter((issue) => issue.severity === severity).length;
  return `Errors: ${count('error')}, warnings: ${count('warning')}, notes: ${count('info')}.`;
}

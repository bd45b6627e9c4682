import { z } from 'zod';
import { isolations } from '../../process/isolation/isolator.ts';
import { type CheckSource, checkSources, type Issue, issueSchema, sortIssues } from '../issue.ts';
import type { ChartFindings } from './validate-chart-files.ts';

const statusSchema = z.enum(['pass', 'warning', 'fail']);

/** The report of the checks of charts. */
export const validationReportSchema = z.object({
  overallStatus: statusSchema,
  /** By kind of check; a check that could not run is `skipped`. */
  results: z.record(
    z.enum(checkSources),
    z.object({ status: z.enum([...statusSchema.options, 'skipped']), issueCount: z.number().int() }),
  ),
  /** The worst first. */
  issues: z.array(issueSchema),
  /** The number of further issues. */
  omittedIssues: z.number().int(),
  kubernetesVersion: z.string(),
  /** The weakest isolation that helm ran under; absent when helm did not run. */
  isolation: z.enum(isolations).optional(),
});
export type ValidationReport = z.infer<typeof validationReportSchema>;

const maxIssues = 200;

/** Summarizes the findings of one or more charts. */
export function toValidationReport(findings: readonly ChartFindings[], kubernetesVersion: string): ValidationReport {
  const issues = sortIssues(findings.flatMap((chart) => chart.issues));
  const isComplete = findings.every(({ attempted }) => attempted);

  const toResult = (source: CheckSource): ValidationReport['results'][CheckSource] => {
    const own = issues.filter((issue) => issue.source === source);
    const status = own.length === 0 && !isComplete && source !== 'files' ? 'skipped' : statusOf(own);
    return { status, issueCount: own.length };
  };

  return {
    overallStatus: statusOf(issues),
    results: Object.fromEntries(
      checkSources.map((source) => [source, toResult(source)]),
    ) as ValidationReport['results'],
    issues: issues.slice(0, maxIssues),
    omittedIssues: Math.max(0, issues.length - maxIssues),
    kubernetesVersion,
  };
}

function statusOf(issues: readonly Issue[]): 'pass' | 'warning' | 'fail' {
  if (issues.some(({ severity }) => severity === 'error')) return 'fail';
  return issues.some(({ severity }) => severity === 'warning') ? 'warning' : 'pass';
}

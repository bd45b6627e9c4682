import { z } from 'zod';

/** The sources of issues, in the order in which their issues are worth fixing. */
export const checkSources = [
  'files',
  'chart',
  'dependencies',
  'template',
  'lint',
  'kubernetes',
  'values',
  'practice',
] as const;
export type CheckSource = (typeof checkSources)[number];

/** One error, warning or suggestion about a chart. */
export const issueSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  source: z.enum(checkSources),
  /** The rendered object of the issue, as `Kind/name`. */
  resource: z.string().optional(),
  /** The name of the rule. */
  check: z.string(),
  message: z.string(),
  /** Path in the workspace. */
  file: z.string().optional(),
  /** From 1. */
  line: z.number().int().optional(),
  suggestion: z.string().optional(),
});
export type Issue = z.infer<typeof issueSchema>;

const severities = ['error', 'warning', 'info'] as const;

/** Removes duplicates and sorts the worst first. The same issue under several values files counts once. */
export function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  const distinct = new Map(issues.map((issue) => [keyOf(issue), issue] as const).toReversed());
  return [...distinct.values()]
    .toReversed()
    .sort(
      (left, right) =>
        severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
        checkSources.indexOf(left.source) - checkSources.indexOf(right.source),
    );
}

/** Returns the key for deduplication; a schema violation in a value repeats under every other values file. */
function keyOf({ check, resource, message, file, line }: Issue): string {
  return JSON.stringify([check, resource, message, check === 'values-schema' ? '' : file, line]);
}

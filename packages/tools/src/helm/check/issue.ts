import { z } from 'zod';

/** What finds issues, in the order in which they are worth mending. */
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

/** One thing that is wrong with a chart, or could be better. */
export const issueSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  source: z.enum(checkSources),
  /** The rendered object that it is about, as `Kind/name`. */
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

/** Leaves one of each and puts the worst first. What is the same with every values file is one issue. */
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

/** A value that does not meet the schema does not meet it with another values file over it either. */
function keyOf({ check, resource, message, file, line }: Issue): string {
  return JSON.stringify([check, resource, message, check === 'values-schema' ? '' : file, line]);
}

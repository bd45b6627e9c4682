import { z } from 'zod';

/** A defect or possible improvement of a chart; also returned by `validateChart` and `renderChart`. */
export const chartIssueSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  /** The check that found it: `files`, `chart`, `template`, `lint`, `kubernetes`, … */
  source: z.string(),
  /** The rendered object of the issue, as `Kind/name`. */
  resource: z.string().optional(),
  /** The name of the rule. */
  check: z.string(),
  message: z.string(),
  /** Path in the workspace, after pending renames. */
  file: z.string().optional(),
  /** From 1. */
  line: z.number().int().optional(),
  suggestion: z.string().optional(),
});
export type ChartIssue = z.infer<typeof chartIssueSchema>;

/** The program that isolated helm from the host, strictest first; `none` when helm ran as the user of the process. */
const isolationSchema = z.enum(['bwrap', 'unshare', 'none']);

const checkStatusSchema = z.enum(['pass', 'warning', 'fail', 'skipped']);
export type CheckStatus = z.infer<typeof checkStatusSchema>;

/** Query of `GET /api/workspaces/{id}/checks`. */
export const checksQuerySchema = z.strictObject({
  /** Digest of the versions that the caller has (`digestOfVersions` of the domain); those are left out of the response. */
  known: z.string().max(100).optional(),
});

/**
 * `GET /api/workspaces/{id}/checks`: all charts with every values file, including pending changes. 404 when there is no
 * chart, 503 with `details.reason` `no_helm` when the server cannot check charts.
 */
export const checksResponseSchema = z.object({
  overallStatus: checkStatusSchema.exclude(['skipped']),
  /** By source, in the order of priority. */
  results: z.record(z.string(), z.object({ status: checkStatusSchema, issueCount: z.number().int() })),
  /** Worst first. */
  issues: z.array(chartIssueSchema),
  /** Number of further issues. */
  omittedIssues: z.number().int(),
  kubernetesVersion: z.string(),
  /** Absent when helm did not run. */
  isolation: isolationSchema.optional(),
  /**
   * The checked versions: by path, the version of each file after acceptance of its pending change. Absent when they are those that
   * the caller has.
   */
  versions: z.record(z.string(), z.string()).optional(),
});
export type ChecksResponse = z.infer<typeof checksResponseSchema>;

/** Query of `GET /api/workspaces/{id}/rendered`. */
export const renderedQuerySchema = z.strictObject({
  /** Folder of the chart; the first one when absent. */
  chart: z.string().max(500).optional(),
  /** A values file that overrides `values.yaml`. */
  valuesFile: z.string().max(500).optional(),
});
export type RenderedQuery = z.infer<typeof renderedQuerySchema>;

/**
 * `GET /api/workspaces/{id}/rendered`: the rendered manifests of a chart without and with the pending changes. Fails
 * like the checks.
 */
export const renderedResponseSchema = z.object({
  /** Folders of all charts. */
  charts: z.array(z.string()),
  chart: z.string(),
  /** The values files of the chart besides its `values.yaml`. */
  valuesFiles: z.array(z.string()),
  valuesFile: z.string().nullable(),
  /** False when the chart cannot be rendered with the pending changes; `issues` contains the reasons. */
  succeeded: z.boolean(),
  /** By template; null on a side without output of the template. */
  manifests: z.array(z.object({ template: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  issues: z.array(chartIssueSchema),
  /** Absent when helm did not run. */
  isolation: isolationSchema.optional(),
});
export type RenderedResponse = z.infer<typeof renderedResponseSchema>;

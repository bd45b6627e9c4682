import { z } from 'zod';

/** One thing that is wrong with a chart, or could be better; what `validateChart` and `renderChart` answer too. */
export const chartIssueSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  /** What found it: `files`, `chart`, `template`, `lint`, `kubernetes`, … */
  source: z.string(),
  /** The rendered object that it is about, as `Kind/name`. */
  resource: z.string().optional(),
  /** The name of the rule. */
  check: z.string(),
  message: z.string(),
  /** Path in the workspace, pending renames counted in. */
  file: z.string().optional(),
  /** From 1. */
  line: z.number().int().optional(),
  suggestion: z.string().optional(),
});
export type ChartIssue = z.infer<typeof chartIssueSchema>;

/** The program that isolated helm from the host, the strictest first; `none` when helm ran as the user of the process. */
const isolationSchema = z.enum(['bwrap', 'unshare', 'none']);

const checkStatusSchema = z.enum(['pass', 'warning', 'fail', 'skipped']);
export type CheckStatus = z.infer<typeof checkStatusSchema>;

/**
 * `GET /api/workspaces/{id}/checks`: all charts with every values file, pending changes counted in. 404 when there is no chart,
 * 503 with `details.reason` `no_helm` when nothing here can check one.
 */
export const checksResponseSchema = z.object({
  overallStatus: checkStatusSchema.exclude(['skipped']),
  /** By source, in the order in which they are worth mending. */
  results: z.record(z.string(), z.object({ status: checkStatusSchema, issueCount: z.number().int() })),
  /** The worst first. */
  issues: z.array(chartIssueSchema),
  /** How many more there are. */
  omittedIssues: z.number().int(),
  kubernetesVersion: z.string(),
  /** Absent when helm did not run. */
  isolation: isolationSchema.optional(),
  /** What was checked: by path, the version that each file has once its pending change is accepted. */
  versions: z.record(z.string(), z.string()),
});
export type ChecksResponse = z.infer<typeof checksResponseSchema>;

/** Query of `GET /api/workspaces/{id}/rendered`. */
export const renderedQuerySchema = z.object({
  /** The folder of the chart; the first one when absent. */
  chart: z.string().max(500).optional(),
  /** A values file to put over `values.yaml`. */
  valuesFile: z.string().max(500).optional(),
});
export type RenderedQuery = z.infer<typeof renderedQuerySchema>;

/** `GET /api/workspaces/{id}/rendered`: what a chart renders without and with what is pending. Fails as the checks do. */
export const renderedResponseSchema = z.object({
  /** The folders of the charts there are. */
  charts: z.array(z.string()),
  chart: z.string(),
  /** The values files of the chart besides its `values.yaml`. */
  valuesFiles: z.array(z.string()),
  valuesFile: z.string().nullable(),
  /** False when the chart cannot be rendered with what is pending; `issues` say why. */
  succeeded: z.boolean(),
  /** By template; null on a side that renders nothing of it. */
  manifests: z.array(z.object({ template: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  issues: z.array(chartIssueSchema),
  /** Absent when helm did not run. */
  isolation: isolationSchema.optional(),
});
export type RenderedResponse = z.infer<typeof renderedResponseSchema>;

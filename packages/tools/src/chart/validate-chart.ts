import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { workspaceIdOf } from '../context/workspace-id-of.ts';
import { checkSources } from '../helm/issue.ts';
import { validationReportSchema } from '../helm/check/validation-report.ts';
import { describeValidation } from '../helm/check/describe-validation.ts';
import type { HelmToolPorts } from './helm-tool-ports.ts';
import { validateCharts } from './validate-charts.ts';
import { toWorkspaceFiles } from './workspace-files.ts';

export const validateChart = defineTool({
  name: 'validateChart',
  description:
    'Checks the Helm charts of the workspace, pending changes counted in, with every values file: YAML and Chart.yaml, helm lint, ' +
    'helm template, values.schema.json, what it renders against the schemas of Kubernetes, API versions that the target does not ' +
    'serve, values that are unused or undefined, and good practice. Call it after you edited a chart. Answers overallStatus ' +
    `("pass", "warning" or "fail"), the result of each kind of check (${checkSources.join(', ')}) and the issues, worst first, with ` +
    'file, line and often a suggestion. Fix errors that your edits caused; leave alone what was there before unless it is asked ' +
    'for. A dependency that cannot be fetched is a warning, and the rest is checked without it.',
  needsWorkspace: true,
  effect: 'read',
  openWorld: true,
  idempotent: true,
  timeoutMs: 120_000,
  input: () =>
    z.object({
      chart: z.string().max(500).optional().describe('Folder of the one chart to check; by default all are.'),
      kubernetesVersion: z
        .string()
        .regex(/^v?1\.\d{1,3}(\.\d{1,3})?$/, 'must be a version such as 1.32')
        .optional()
        .describe('Version of Kubernetes to check for, such as "1.32"; by default the one that charts target.'),
    }),
  output: validationReportSchema,
  async execute({ chart, kubernetesVersion }, { ports, ...context }: ToolContext<HelmToolPorts>) {
    const { principal, signal } = context;
    const detail = await ports.chartFiles.getDetail(principal, workspaceIdOf(context));
    const files = toWorkspaceFiles(detail.files, 'pending');
    return validateCharts({ files, chart, kubernetesVersion, principal, signal }, ports);
  },
  toModel: describeValidation,
});

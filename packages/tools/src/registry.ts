import { bindTools, type BoundTool, defineToolFamily } from '@shipmate/core';
import { CAPABILITY_TOOLS } from './capability/capability-tools.ts';
import { deleteFile } from './chart/delete-file.ts';
import { getChartContext } from './chart/get-chart-context.ts';
import { latestKubernetesVersion } from './chart/latest-kubernetes-version.ts';
import { latestSubchartVersion } from './chart/latest-subchart-version.ts';
import { proposePlan } from './chart/propose-plan.ts';
import { renameFile } from './chart/rename-file.ts';
import { renderChart } from './chart/render-chart.ts';
import { textEditor } from './chart/text-editor.ts';
import { validateChart } from './chart/validate-chart.ts';
import { CODE_TOOLS } from './code/code-tools.ts';
import { DIAGRAM_TOOLS } from './diagram/diagram-tools.ts';
import { runPackageCommand } from './development/run-package-command.ts';
import { runTests } from './development/run-tests.ts';
import { GIT_TOOLS } from './git/tools/git-tools.ts';
import { FILE_TOOLS } from './files/file-tools.ts';
import { KUBECTL_TOOLS } from './kubernetes/kubectl-tools.ts';
import { KUBECTL_WRITE_TOOLS } from './kubernetes/kubectl-write-tools.ts';
import { OPERATION_TOOLS } from './operations/operation-tools.ts';
import { runOperation } from './operations/run-operation.ts';
import { getProjectInfo } from './platform/get-project-info.ts';
import { sendMessage } from './platform/send-message.ts';
import { formatCode } from './quality/format-code.ts';
import { lintCode } from './quality/lint-code.ts';
import { updateJobStatus } from './platform/update-job-status.ts';
import { describeEntity } from './tables/describe-entity.ts';
import { queryEntityRows } from './tables/query-entity-rows.ts';
import type { ToolPorts } from './tool-ports.ts';
import { WORKFLOW_TOOLS } from './workflow/workflow-tools.ts';

/** Tools that read and edit Helm charts. */
export const chartTools = defineToolFamily('chart', [
  getChartContext,
  proposePlan,
  textEditor,
  renameFile,
  deleteFile,
  renderChart,
  validateChart,
  latestSubchartVersion,
  latestKubernetesVersion,
]);

/** Tools that read and change Kubernetes clusters, and search their capabilities. */
export const clusterTools = defineToolFamily('cluster', [
  ...KUBECTL_TOOLS,
  ...KUBECTL_WRITE_TOOLS,
  ...CAPABILITY_TOOLS,
]);

/** Tools that describe and run the platform's own programs. */
export const operationTools = defineToolFamily('operations', [...OPERATION_TOOLS, runOperation]);

/** Tools that read, check, preview and save automation rules. */
export const workflowTools: typeof WORKFLOW_TOOLS = defineToolFamily('workflow', WORKFLOW_TOOLS);

/** Tools that read entities and their rows. */
export const tablesTools = defineToolFamily('tables', [describeEntity, queryEntityRows] as const);

/** Tools that read and edit the code of a checkout. */
export const codeTools: typeof CODE_TOOLS = defineToolFamily('code', CODE_TOOLS);

/** Tools that draw a repository, search it and move its diagrams. */
const diagramTools: typeof DIAGRAM_TOOLS = defineToolFamily('diagram', DIAGRAM_TOOLS);

/** Tools that run the repository's own programs in a sandbox. */
export const developmentTools = defineToolFamily('development', [runPackageCommand, runTests] as const);

/** Tools that check and format code with the repository's own programs, in a sandbox. */
const qualityTools = defineToolFamily('quality', [lintCode, formatCode] as const);

/** Tools that run git in a checkout. */
export const gitTools: typeof GIT_TOOLS = defineToolFamily('git', GIT_TOOLS);

/** Tools that read, search and change the files of a checkout. */
export const fileTools: typeof FILE_TOOLS = defineToolFamily('files', FILE_TOOLS);

/** Tools that report to the people of a project. */
const platformTools = defineToolFamily('platform', [sendMessage, updateJobStatus, getProjectInfo] as const);

/** The families whose tools work in a checkout: they are offered to no other call. */
export const checkoutFamilies: readonly string[] = ['files', 'git', 'code', 'development', 'quality', 'platform'];

/** Every tool. Add a tool as a file and an entry above. */
export const allTools: readonly [
  ...typeof chartTools,
  ...typeof clusterTools,
  ...typeof operationTools,
  ...typeof workflowTools,
  ...typeof tablesTools,
  ...typeof fileTools,
  ...typeof codeTools,
  ...typeof developmentTools,
  ...typeof qualityTools,
  ...typeof gitTools,
  ...typeof platformTools,
  ...typeof diagramTools,
] = [
  ...chartTools,
  ...clusterTools,
  ...operationTools,
  ...workflowTools,
  ...tablesTools,
  ...fileTools,
  ...codeTools,
  ...developmentTools,
  ...qualityTools,
  ...gitTools,
  ...platformTools,
  ...diagramTools,
];

/** Returns where a tool of a checkout is available, for callers without one; `undefined` for other names. */
export function explainCheckoutTool(name: string): string | undefined {
  const tool = allTools.find((each) => each.name === name);
  if (tool?.category === undefined || !checkoutFamilies.includes(tool.category)) return undefined;
  return 'It works in the checkout of a repository job: start one on the page "Repositories", or with POST /api/repositories/{id}/jobs of web.';
}

/** Binds the tools to their ports; the tools of a family that is not configured are omitted. */
export function bindAllTools({
  kubernetes,
  capabilityIndex,
  operations,
  checkouts,
  codeMaps,
  ...ports
}: ToolPorts): readonly BoundTool[] {
  return [
    ...bindTools(chartTools, ports),
    ...(kubernetes && capabilityIndex
      ? bindTools(clusterTools, { ...ports, kubernetes, capabilityIndex, codeMaps })
      : []),
    ...(operations ? bindTools(operationTools, { ...ports, operations }) : []),
    ...bindTools(workflowTools, ports),
    ...bindTools(tablesTools, ports),
    ...(checkouts
      ? bindTools([...fileTools, ...codeTools, ...developmentTools, ...qualityTools, ...gitTools, ...platformTools], {
          ...ports,
          checkouts,
        })
      : []),
    ...(codeMaps ? bindTools(diagramTools, { ...ports, codeMaps }) : []),
  ];
}

export {
  CAPABILITY_TOOLS,
  type CapabilityFindings,
  type CapabilityIndexOptions,
  type CapabilityIndexPort,
  type CapabilityQuestion,
  createCapabilityIndex,
  createHttpEmbedder,
  type EmbeddingsEnvironment,
  embeddingsEnvironmentSchema,
} from './capability/index.ts';
export type { ChangeRequest, ChangeRequestPort } from './change-request/change-request-port.ts';
export type { CodeMapPort, MappedRepository } from './diagram/code-map-port.ts';
export { createCodeMaps, type CodeMapsOptions } from './diagram/create-code-maps.ts';
export { createCompute, type Compute, type ComputeOptions } from './compute/create-compute.ts';
export type { ComputePort } from './compute/compute-port.ts';
export type { ToolCaller } from './context/tool-caller.ts';
export {
  createAcceptanceCheck,
  createArtifactHubClient,
  createFixedKubernetesVersions,
  type ArtifactHubOptions,
  type CatalogChart,
  type CatalogChartDetail,
  type ChartCatalogPort,
  type ChartCheckPorts,
  type KubernetesVersionPort,
  type KubernetesVersions,
  type SubchartVersion,
  type SubchartVersionAnswer,
  type SubchartVersionPort,
} from './chart/index.ts';
export {
  type ChartRepositoryPort,
  createChartRepository,
  createHelmCli,
  type HelmCliOptions,
  type HelmEnvironment,
  helmEnvironmentSchema,
  type HelmPort,
  inspectHelm,
  type Isolation,
} from './helm/index.ts';
export {
  createGitCli,
  type GitCliOptions,
  type GitEnvironment,
  type GitPort,
  type GitWorkTreePort,
} from './git/index.ts';
export { gitEnvironmentSchema } from './git/git-environment.ts';
export {
  createKubernetesClient,
  hasCluster,
  KUBECTL_TOOLS,
  type KubernetesClient,
  type KubernetesEnvironment,
  kubernetesEnvironmentSchema,
  type KubernetesPort,
} from './kubernetes/index.ts';
export {
  createOperations,
  type CommandResult,
  type ConfirmedCommand,
  type OperationListing,
  type OperationsOptions,
  type OperationsPort,
  type PlatformEnvironment,
  platformEnvironmentSchema,
  OPERATION_TOOLS,
  type RunCommandOptions,
} from './operations/index.ts';
export type { DiagramPort, DrawRequest } from './diagram/diagram-port.ts';
export { toToolTable } from './document/to-tool-table.ts';
export { type OpenedTools, openTools, type OpenToolsOptions } from './open-tools.ts';
export {
  allTools,
  chartTools,
  clusterTools,
  checkoutFamilies,
  explainCheckoutTool,
  codeTools,
  developmentTools,
  gitTools,
  fileTools,
  operationTools,
  tablesTools,
  workflowTools,
} from './registry.ts';
export { type ToolEnvironment, toolEnvironmentSchema } from './tool-environment.ts';
export type { ChartExchange, ToolPorts } from './tool-ports.ts';
export type { MailPort, OutgoingMail, OutgoingRequest, WebhookPort } from './outbound/outbound-ports.ts';

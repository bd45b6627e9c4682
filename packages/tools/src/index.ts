export {
  createAcceptanceCheck,
  createArtifactHubClient,
  createFixedKubernetesVersions,
  type ArtifactHubOptions,
  type CatalogChart,
  type CatalogChartDetail,
  type ChartCatalogPort,
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
} from './helm/index.ts';
export { toToolTable } from './document/to-tool-table.ts';
export { allTools, chartTools } from './registry.ts';

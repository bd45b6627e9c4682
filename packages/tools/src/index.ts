export {
  createAcceptanceCheck,
  createArtifactHubClient,
  createFixedKubernetesVersions,
  type ArtifactHubOptions,
  type KubernetesVersionPort,
  type KubernetesVersions,
  type SubchartVersion,
  type SubchartVersionAnswer,
  type SubchartVersionPort,
} from './chart/index.ts';
export {
  createHelmCli,
  type HelmCliOptions,
  type HelmEnvironment,
  helmEnvironmentSchema,
  type HelmPort,
} from './helm/index.ts';
export { toToolTable } from './document/to-tool-table.ts';
export { allTools, chartTools } from './registry.ts';

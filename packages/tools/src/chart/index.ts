export { createArtifactHubClient, type ArtifactHubOptions } from './artifact-hub/artifact-hub-client.ts';
export { createFixedKubernetesVersions } from './fixed-kubernetes-versions.ts';
export { getChartContext } from './get-chart-context.ts';
export type { KubernetesVersionPort, KubernetesVersions } from './kubernetes-version-port.ts';
export { latestKubernetesVersion } from './latest-kubernetes-version.ts';
export { latestSubchartVersion } from './latest-subchart-version.ts';
export type { SubchartVersion, SubchartVersionAnswer, SubchartVersionPort } from './subchart-version-port.ts';
export { textEditor } from './text-editor.ts';

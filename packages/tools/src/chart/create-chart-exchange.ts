import { createGitCli } from '../git/git-cli.ts';
import type { GitEnvironment } from '../git/git-environment.ts';
import type { GitPort } from '../git/git-port.ts';
import { createChartRepository } from '../helm/dependency/chart-repository.ts';
import { createArtifactHubClient } from './artifact-hub/artifact-hub-client.ts';
import type { ChartSources } from './import-catalog-chart.ts';

/** The sources and destinations of charts. */
export interface ChartExchange extends ChartSources {
  readonly git: GitPort;
}

/** Creates the chart exchange with ArtifactHub, the repositories that it lists, and the git program. */
export function createChartExchange(
  environment: GitEnvironment & { readonly ARTIFACT_HUB_URL?: string | undefined } = {},
): ChartExchange {
  const { ARTIFACT_HUB_URL: baseUrl, ALLOW_PRIVATE_NETWORKS: allowPrivate = false } = environment;
  return {
    chartCatalog: createArtifactHubClient(baseUrl === undefined ? {} : { baseUrl }),
    chartRepository: createChartRepository({ allowPrivate }),
    git: createGitCli({ environment }),
  };
}

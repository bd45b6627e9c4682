import type { SubchartVersionAnswer } from '../subchart-version-port.ts';
import type { ArtifactHubApi } from './artifact-hub-api.ts';
import { findStableVersion, isStableVersion } from './find-stable-version.ts';
import type { Package } from './package-schema.ts';
import { rankPackages, type WantedChart } from './rank-packages.ts';
import { toRepositoryUrl } from './to-catalog-chart.ts';

/** The result of a chart lookup on ArtifactHub. */
export type ChartLookup = Pick<SubchartVersionAnswer, 'found' | 'similar'>;

const maxCandidates = 3;
const maxSimilar = 5;

/** Finds the best package with a chart's exact name that has a release. */
export async function lookUpChart(api: ArtifactHubApi, wanted: WantedChart): Promise<ChartLookup> {
  const [given, found] = await Promise.all([getGiven(api, wanted), api.search(wanted.name)]);
  const packages = given ? [given, ...found] : found;
  for (const candidate of rankPackages(packages, wanted).slice(0, maxCandidates)) {
    const { name, repository } = candidate;
    const repositoryUrl = toRepositoryUrl(candidate);
    const version = await findRelease(api, candidate);
    if (version !== undefined) {
      return { found: { name, version, repository: repository.name, repositoryUrl }, similar: [] };
    }
  }
  const similar = packages.slice(0, maxSimilar).map(({ name, repository }) => ({ name, repository: repository.name }));
  return { found: undefined, similar };
}

/**
 * Returns the chart in the given repository, which a search with many hits may omit. A repository URL cannot be looked
 * up.
 */
async function getGiven(api: ArtifactHubApi, { name, repository }: WantedChart): Promise<Package | undefined> {
  return repository === undefined || repository.includes('/') ? undefined : api.getPackage(repository, name);
}

async function findRelease(api: ArtifactHubApi, { name, version, repository }: Package): Promise<string | undefined> {
  if (isStableVersion(version)) return version;
  const detail = await api.getPackage(repository.name, name);
  return detail && findStableVersion(detail);
}

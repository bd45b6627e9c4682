import type { JsonClient } from '../../http/json-client.ts';
import type { SubchartVersion, SubchartVersionAnswer } from '../subchart-version-port.ts';
import { findStableVersion, isStableVersion } from './find-stable-version.ts';
import { packageDetailSchema, searchResponseSchema, type Package } from './package-schema.ts';
import { rankPackages, type WantedChart } from './rank-packages.ts';

/** What ArtifactHub says of a chart. */
export type ChartLookup = Pick<SubchartVersionAnswer, 'found' | 'similar'>;

const maxCandidates = 3;
const maxSimilar = 5;

/** Asks ArtifactHub for the best package of a chart's name that has a release. */
export async function lookUpChart(http: JsonClient, wanted: WantedChart): Promise<ChartLookup> {
  const [given, found] = await Promise.all([getGiven(http, wanted), search(http, wanted.name)]);
  const packages = given ? [given, ...found] : found;
  for (const candidate of rankPackages(packages, wanted).slice(0, maxCandidates)) {
    const version = isStableVersion(candidate.version) ? candidate.version : await findOlderRelease(http, candidate);
    if (version !== undefined) return { found: toSubchartVersion(candidate, version), similar: [] };
  }
  const similar = packages.slice(0, maxSimilar).map(({ name, repository }) => ({ name, repository: repository.name }));
  return { found: undefined, similar };
}

/** The chart in the repository that was named, which a search with many hits may leave out. URLs cannot be asked for. */
async function getGiven(http: JsonClient, { name, repository }: WantedChart): Promise<Package | undefined> {
  if (repository === undefined || repository.includes('/')) return undefined;
  return http.get(packagePath(repository, name), packageDetailSchema);
}

async function search(http: JsonClient, name: string): Promise<readonly Package[]> {
  const query = new URLSearchParams({
    ts_query_web: name,
    kind: '0',
    deprecated: 'false',
    facets: 'false',
    sort: 'relevance',
    limit: '60',
    offset: '0',
  });
  return (await http.get(`packages/search?${query.toString()}`, searchResponseSchema))?.packages ?? [];
}

async function findOlderRelease(http: JsonClient, { name, repository }: Package): Promise<string | undefined> {
  const detail = await http.get(packagePath(repository.name, name), packageDetailSchema);
  return detail && findStableVersion(detail);
}

function packagePath(repository: string, name: string): string {
  return `packages/helm/${encodeURIComponent(repository)}/${encodeURIComponent(name)}`;
}

function toSubchartVersion({ name, repository }: Package, version: string): SubchartVersion {
  return { name, version, repository: repository.name, repositoryUrl: repository.url };
}

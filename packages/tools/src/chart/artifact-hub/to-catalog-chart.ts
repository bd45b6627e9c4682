import rcompare from 'semver/functions/rcompare.js';
import valid from 'semver/functions/valid.js';
import type { CatalogChart, CatalogChartDetail } from '../chart-catalog-port.ts';
import { isStableVersion } from './find-stable-version.ts';
import type { Package, PackageDetail } from './package-schema.ts';

/** Converts a search result of ArtifactHub to a catalog chart. */
export function toCatalogChart(found: Package): CatalogChart {
  const { name, version, description, stars, deprecated, repository } = found;
  return {
    name,
    version,
    description,
    stars,
    deprecated,
    repository: repository.name,
    repositoryUrl: toRepositoryUrl(found),
    official: found.official || repository.official,
    verified: repository.verified_publisher,
  };
}

/** Converts ArtifactHub's package detail to a catalog chart with versions. */
export function toCatalogDetail(found: PackageDetail): CatalogChartDetail {
  const versions = found.available_versions
    .filter(({ version }) => valid(version) !== null)
    .map(({ version, prerelease }) => ({ version, prerelease: prerelease || !isStableVersion(version) }))
    .sort((left, right) => rcompare(left.version, right.version));
  return { ...toCatalogChart(found), versions };
}

/**
 * Returns the `repository` for Chart.yaml: for a registry, ArtifactHub's address ends with the chart's name, which is
 * removed.
 */
export function toRepositoryUrl({ name, repository: { url } }: Package): string {
  const end = `/${name}`;
  return url.startsWith('oci://') && url.endsWith(end) ? url.slice(0, -end.length) : url;
}

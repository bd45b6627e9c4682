import { AppError } from '@shipmate/core';
import { importArchive, type ImportedArchive } from '../archive/import-archive.ts';
import type { ReadArchiveOptions } from '../archive/read-archive.ts';
import type { ChartRepositoryPort } from '../helm/dependency/chart-repository.ts';
import type { ChartCatalogPort } from './chart-catalog-port.ts';

/** A version of a chart in a catalog. */
export interface WantedCatalogChart {
  readonly name: string;
  /** The catalog's name of the repository. */
  readonly repository: string;
  readonly version: string;
}

/** The catalog of charts, and the source of their archives. */
export interface ChartSources {
  readonly chartCatalog: ChartCatalogPort;
  readonly chartRepository: ChartRepositoryPort;
}

/** Options for {@link importCatalogChart}; `claim` is that of `readArchive`. */
interface ImportCatalogChartOptions extends Pick<ReadArchiveOptions, 'claim'> {
  readonly signal: AbortSignal;
}

/**
 * Creates a workspace from a published chart, whose archive is treated like an uploaded one.
 *
 * @throws AppError `NOT_FOUND` when the chart or version does not exist, and as the sources and `importArchive` do.
 */
export async function importCatalogChart(
  { name, repository, version }: WantedCatalogChart,
  { chartCatalog, chartRepository }: ChartSources,
  { signal, claim }: ImportCatalogChartOptions,
): Promise<ImportedArchive> {
  const { repositoryUrl, versions } = await chartCatalog.getChart({ name, repository }, signal);
  if (!versions.some((each) => each.version === version)) {
    throw new AppError({ code: 'NOT_FOUND', message: `Version "${version}" of ${repository}/${name} not found.` });
  }
  const { archive } = await chartRepository.fetchArchive({ name, version, repository: repositoryUrl }, signal);
  return importArchive(archive, { signal, createdType: 'chart', ...(claim && { claim }) });
}

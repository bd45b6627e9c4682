import { AppError } from '@shipmate/core';
import { importArchive, type ImportedArchive } from '../archive/import-archive.ts';
import type { ReadArchiveOptions } from '../archive/read-archive.ts';
import type { ChartRepositoryPort } from '../helm/dependency/chart-repository.ts';
import type { ChartCatalogPort } from './chart-catalog-port.ts';

/** A version of a chart in a catalogue. */
export interface WantedCatalogChart {
  readonly name: string;
  /** What the catalogue calls the repository. */
  readonly repository: string;
  readonly version: string;
}

/** Where charts are found, and where their archives come from. */
export interface ChartSources {
  readonly chartCatalog: ChartCatalogPort;
  readonly chartRepository: ChartRepositoryPort;
}

/** Options for {@link importCatalogChart}; `claim` is that of `readArchive`. */
export interface ImportCatalogChartOptions extends Pick<ReadArchiveOptions, 'claim'> {
  readonly signal: AbortSignal;
}

/**
 * Makes a workspace of a published chart, whose archive is treated as any that somebody sends.
 *
 * @throws AppError `NOT_FOUND` when there is no such chart or version, and what the sources and `importArchive` throw.
 */
export async function importCatalogChart(
  { name, repository, version }: WantedCatalogChart,
  { chartCatalog, chartRepository }: ChartSources,
  { signal, claim }: ImportCatalogChartOptions,
): Promise<ImportedArchive> {
  const { repositoryUrl, versions } = await chartCatalog.getChart({ name, repository }, signal);
  if (!versions.some((each) => each.version === version)) {
    throw new AppError({ code: 'NOT_FOUND', message: `There is no version "${version}" of ${repository}/${name}.` });
  }
  const { archive } = await chartRepository.fetchArchive({ name, version, repository: repositoryUrl }, signal);
  return importArchive(archive, { signal, createdType: 'chart', ...(claim && { claim }) });
}

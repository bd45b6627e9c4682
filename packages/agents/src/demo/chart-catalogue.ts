/** A chart that the demo knows without a network request. */
interface CatalogueChart {
  readonly name: string;
  readonly version: string;
  /** Other common names of the chart. */
  readonly aliases: readonly string[];
}

/** The date on which the catalogue's versions were the latest. */
export const catalogueDate = '2026-07-01';

/** The repository of all charts in the catalogue. */
export const catalogueRepository = 'oci://registry-1.docker.io/bitnamicharts';

/** Common dependencies, for a machine without a network. */
const chartCatalogue: readonly CatalogueChart[] = [
  { name: 'redis', version: '23.1.1', aliases: [] },
  { name: 'valkey', version: '4.0.2', aliases: [] },
  { name: 'postgresql', version: '17.1.0', aliases: ['postgres', 'postgre', 'psql'] },
  { name: 'mysql', version: '14.0.5', aliases: [] },
  { name: 'mariadb', version: '23.0.1', aliases: [] },
  { name: 'mongodb', version: '17.0.2', aliases: ['mongo'] },
  { name: 'rabbitmq', version: '16.0.16', aliases: ['rabbit'] },
  { name: 'kafka', version: '32.4.4', aliases: [] },
  { name: 'elasticsearch', version: '22.1.7', aliases: ['elastic'] },
  { name: 'memcached', version: '8.0.0', aliases: ['memcache'] },
  { name: 'minio', version: '17.0.23', aliases: [] },
  { name: 'nginx', version: '22.1.1', aliases: [] },
];

/** Finds a chart by its name or one of its aliases. */
export function findCatalogueChart(word: string): CatalogueChart | undefined {
  const name = word.toLowerCase();
  return chartCatalogue.find((chart) => chart.name === name || chart.aliases.includes(name));
}

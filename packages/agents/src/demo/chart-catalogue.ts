/** A chart that the demo knows without asking anyone. */
export interface CatalogueChart {
  readonly name: string;
  readonly version: string;
  /** Other words that people use for it. */
  readonly aliases: readonly string[];
}

/** The day on which the versions of the catalogue were the newest. */
export const catalogueDate = '2026-07-01';

/** Where every chart of the catalogue is published. */
export const catalogueRepository = 'oci://registry-1.docker.io/bitnamicharts';

/** Charts that people often depend on, for a machine without a network. */
export const chartCatalogue: readonly CatalogueChart[] = [
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

/** The chart of a name or of one of its aliases. */
export function findCatalogueChart(word: string): CatalogueChart | undefined {
  const name = word.toLowerCase();
  return chartCatalogue.find((chart) => chart.name === name || chart.aliases.includes(name));
}

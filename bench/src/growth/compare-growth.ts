import { startTestPostgres } from '../../../packages/db/src/testing/start-test-postgres.ts';
import { countingSettings } from '../durable/count-statements.ts';
import { toMarkdownTable } from '../markdown-table.ts';
import { grown, onePage } from './fill-database.ts';
import { medianOfEach, openFilled } from './measure-growth.ts';

/** Differences below it, in milliseconds, are noise. */
const noiseMillis = 0.5;

/** The medians of each operation with one page of each list and in a grown database. */
export interface GrowthComparison {
  readonly table: string;
  /** The largest ratio of an operation; 1 if all differences are noise. */
  readonly worstRatio: number;
  readonly fillSeconds: number;
  readonly megabytes: number;
}

/** Fills two databases of a PostgreSQL server with fsync, and measures each list, open and claim in both, in turns. */
export async function compareGrowth(): Promise<GrowthComparison> {
  const postgres = await startTestPostgres(countingSettings);
  try {
    await using small = await openFilled(await postgres.url(), onePage);
    await using large = await openFilled(await postgres.url(), grown);
    const rows: (readonly string[])[] = [];
    let worstRatio = 1;
    for (const [name, operation] of Object.entries(small.operations)) {
      const [before = 0, after = 0] = await medianOfEach([operation, large.operations[name] ?? operation]);
      const ratio = after / before;
      if (after > before + noiseMillis) worstRatio = Math.max(worstRatio, ratio);
      rows.push([name, before.toFixed(2), after.toFixed(2), ratio.toFixed(2)]);
    }
    const table = toMarkdownTable(['p50', 'one page of each, ms', 'grown, ms', 'ratio'], rows);
    return { table, worstRatio, fillSeconds: large.fillSeconds, megabytes: large.bytes / 2 ** 20 };
  } finally {
    await postgres.stop();
  }
}

import { startTestPostgres } from '../../../packages/db/src/testing/start-test-postgres.ts';
import { countingSettings } from '../durable/count-statements.ts';
import { toMarkdownTable } from '../markdown-table.ts';
import { grown, onePage } from './fill-database.ts';
import { medianOfEach, openFilled } from './measure-growth.ts';

/** An operation of a grown database may take this many times what it takes in one with a page of each list … */
const maxRatio = 2;
/** … or this many milliseconds more: less than that is noise. */
const noiseMillis = 0.5;

const postgres = await startTestPostgres(countingSettings);
try {
  await using small = await openFilled(await postgres.url(), onePage);
  await using large = await openFilled(await postgres.url(), grown);
  const rows: (readonly string[])[] = [];
  for (const [name, operation] of Object.entries(small.operations)) {
    const [before = 0, after = 0] = await medianOfEach([operation, large.operations[name] ?? operation]);
    const isSlow = after > maxRatio * before && after > before + noiseMillis;
    rows.push([name, before.toFixed(2), after.toFixed(2), `${(after / before).toFixed(2)}${isSlow ? ' !' : ''}`]);
    if (isSlow) process.exitCode = 1;
  }
  console.log(toMarkdownTable(['p50', 'one page of each, ms', 'grown, ms', 'ratio'], rows));
  console.log(`\nFilled in ${large.fillSeconds.toFixed(0)} s; ${(large.bytes / 2 ** 20).toFixed(0)} MB on disk.`);
} finally {
  await postgres.stop();
}

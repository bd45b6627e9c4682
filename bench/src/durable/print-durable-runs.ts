// Prints the cost of a durable run and its statements. `--memory` and `--locks` measure PGlite and lock waits instead.
import { toMarkdownTable } from '../markdown-table.ts';
import { openShipmate, openShipmateInMemory } from './durable-side.ts';
import { sampleLockWaits } from './sample-lock-waits.ts';

const count = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 100);
const warmUpRuns = 40;

await using stack = new AsyncDisposableStack();
if (process.argv.includes('--memory')) {
  const side = await openShipmateInMemory(stack);
  await side.measure(warmUpRuns);
  console.log(`${(await side.measure(count)).nodeMillis.toFixed(1)} ms of CPU per run on PGlite`);
} else if (process.argv.includes('--locks')) {
  const { samples, waits } = await sampleLockWaits(count);
  console.log(`${waits} waits in ${samples} samples`);
} else {
  const side = await openShipmate(stack);
  await side.measure(warmUpRuns);
  const { counted, ...cost } = await side.measure(count);
  const headings = ['Node ms', 'PostgreSQL ms', 'statements', 'WAL KB', 'runs/s'];
  const { nodeMillis, postgresMillis, statements, walKilobytes, runsPerSecond } = cost;
  const row = [nodeMillis, postgresMillis, statements, walKilobytes, runsPerSecond].map((value) => value.toFixed(1));
  console.log(toMarkdownTable(headings, [row]));
  const rows = counted.byText.map(({ text, calls, walBytes }) => [
    (calls / count).toFixed(2),
    (walBytes / 1_024 / count).toFixed(2),
    text.replaceAll(/\s+/g, ' ').trim().slice(0, 110),
  ]);
  console.log(toMarkdownTable(['calls', 'WAL KB', 'statement'], rows));
}

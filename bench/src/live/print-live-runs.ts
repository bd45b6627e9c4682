// Prints the time from a model's delta to a reader's socket with many runs at once; the argument is their number.
import { toMarkdownTable } from '../markdown-table.ts';
import { measureLiveRuns } from './measure-live-runs.ts';

const count = Number(process.argv[2] ?? 50);
const rows: string[][] = [];
for (const readers of ['same', 'other'] as const) {
  const { p50, p99, max, cpuMicros } = await measureLiveRuns(count, readers);
  rows.push([
    `${count} runs, readers in the ${readers} process`,
    ...[p50, p99, max, cpuMicros].map((value) => value.toFixed(1)),
  ]);
}
console.log(toMarkdownTable(['', 'p50 ms', 'p99 ms', 'max ms', 'CPU µs per delta'], rows));

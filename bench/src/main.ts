// Prints how Shipmate compares with what does the same work. With --check it fails when a ratio is over its bound.
import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import comparisons from '../comparisons.json' with { type: 'json' };

const rounds = 2;
const measureSubject = fileURLToPath(new URL('./measure-subject.ts', import.meta.url));

/** Each measurement is a fresh process, so that nothing that ran before it has warmed or littered its heap. */
async function cpuMicros(subject: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=@shipmate/source',
    measureSubject,
    subject,
  ]);
  return Number(stdout);
}

/** The least of several rounds; both sides take turns, so that a busy minute of the machine meets both. */
async function compare({
  subject,
  rival,
}: {
  subject: string;
  rival: string;
}): Promise<{ ours: number; theirs: number }> {
  let ours = Infinity;
  let theirs = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    ours = Math.min(ours, await cpuMicros(subject));
    theirs = Math.min(theirs, await cpuMicros(rival));
  }
  return { ours, theirs };
}

const rows: Record<string, Record<string, string | number>> = {};
let failures = 0;
for (const comparison of comparisons) {
  const { ours, theirs } = await compare(comparison);
  const ratio = ours / theirs;
  const holds = ratio <= comparison.maxRatio;
  if (!holds) failures += 1;
  rows[comparison.name] = {
    'ours, µs': ours.toFixed(2),
    'theirs, µs': theirs.toFixed(2),
    ratio: ratio.toFixed(3),
    bound: comparison.maxRatio,
    holds: holds ? 'yes' : 'NO',
  };
}

console.log(`CPU time, least of ${rounds} processes. Node ${process.version}, ${cpus()[0]?.model ?? 'unknown CPU'}.`);
console.table(rows);
for (const { name, what } of comparisons) console.log(`${name}: ${what}`);
if (failures > 0 && process.argv.includes('--check')) {
  console.error(`${failures} of ${comparisons.length} ratios are over their bound.`);
  process.exitCode = 1;
}

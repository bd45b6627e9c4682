// Measures subjects in one separate process, in turns, and prints the CPU time for one unit of each, in microseconds.
import type { CreateSubject, Subject } from './subject.ts';
import { parseSubject } from './subject-name.ts';

const warmUpMicros = 300_000;
/** Short enough for all subjects of a turn to run under the same load, and long enough to include garbage collection. */
const batchMicros = 20_000;
const secondsEach = 3;
const leastTurns = 8;

/** Returns the CPU time of the whole process, garbage collection and compilation included. */
async function cpuMicrosOf(subject: Subject, runs: number): Promise<number> {
  const start = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) await subject.run();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** A subject, and the number of runs in a batch that is long enough to be measured. */
interface Measured {
  readonly subject: Subject;
  readonly runs: number;
}

async function prepare(name: string): Promise<Measured> {
  const { module, size } = parseSubject(name);
  const { createSubject } = (await import(`./subjects/${module}.ts`)) as { createSubject: CreateSubject };
  const subject = await createSubject(size);
  let runs = 1;
  let spent = 0;
  while ((spent = await cpuMicrosOf(subject, runs)) < warmUpMicros)
    runs = Math.ceil(runs * Math.min(4, (1.2 * warmUpMicros) / spent));
  return { subject, runs: Math.ceil((runs * batchMicros) / spent) };
}

/** Returns the mean of the fastest quarter of many turns, because other processes of the machine only add time. */
async function measure(all: readonly Measured[]): Promise<readonly number[]> {
  const turns: number[][] = [];
  const end = performance.now() + all.length * secondsEach * 1000;
  while (turns.length < leastTurns || performance.now() < end) {
    const turn: number[] = [];
    for (const { subject, runs } of all) turn.push((await cpuMicrosOf(subject, runs)) / (runs * subject.unitsPerRun));
    turns.push(turn);
  }
  const fastest = turns.toSorted((one, other) => sum(one) - sum(other)).slice(0, Math.ceil(turns.length / 4));
  return all.map((_, index) => sum(fastest.map((turn) => turn[index] ?? NaN)) / fastest.length);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const all: Measured[] = [];
try {
  for (const name of process.argv.slice(2)) all.push(await prepare(name));
  console.log(JSON.stringify(await measure(all)));
} finally {
  for (const { subject } of all) await subject.close?.();
}

// Measures subjects in a process of their own, in turns, and prints the CPU time for one unit of each, in microseconds.
import type { CreateSubject, Subject } from './subject.ts';
import { parseSubject } from './subject-name.ts';

const batchMicros = 300_000;
const batches = 10;

/** CPU time of the whole process, garbage collection and compilation included. */
async function cpuMicrosOf(subject: Subject, runs: number): Promise<number> {
  const start = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) await subject.run();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** A subject, and how often it has to run for a batch that is long enough to be measured. */
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
  while ((spent = await cpuMicrosOf(subject, runs)) < batchMicros)
    runs = Math.ceil(runs * Math.min(4, (1.2 * batchMicros) / spent));
  return { subject, runs };
}

/** The least of several batches, in turns: what other processes of the machine add is noise, and noise only adds. */
async function measure(all: readonly Measured[]): Promise<readonly number[]> {
  const least = all.map(() => Infinity);
  for (let batch = 0; batch < batches; batch += 1) {
    for (const [index, { subject, runs }] of all.entries()) {
      const micros = (await cpuMicrosOf(subject, runs)) / (runs * subject.unitsPerRun);
      least[index] = Math.min(micros, least[index] ?? Infinity);
    }
  }
  return least;
}

const all: Measured[] = [];
try {
  for (const name of process.argv.slice(2)) all.push(await prepare(name));
  console.log(JSON.stringify(await measure(all)));
} finally {
  for (const { subject } of all) await subject.close?.();
}

// Measures one subject in a process of its own and prints its CPU time for one unit, in microseconds.
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

/** The least of several batches: what other processes of the machine add is noise, and noise only adds. */
async function measure(subject: Subject): Promise<number> {
  let runs = 1;
  let spent = 0;
  while ((spent = await cpuMicrosOf(subject, runs)) < batchMicros)
    runs = Math.ceil(runs * Math.min(4, (1.2 * batchMicros) / spent));
  let least = Infinity;
  for (let batch = 0; batch < batches; batch += 1) least = Math.min(least, await cpuMicrosOf(subject, runs));
  return least / (runs * subject.unitsPerRun);
}

const { module, size } = parseSubject(process.argv[2] ?? '');
const { createSubject } = (await import(`./subjects/${module}.ts`)) as { createSubject: CreateSubject };
const subject = await createSubject(size);
try {
  console.log(await measure(subject));
} finally {
  await subject.close?.();
}

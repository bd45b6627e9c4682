import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ImportBound } from './bounds.ts';

/** The cost of importing a module. */
export interface ImportCost {
  readonly cpuMillis: number;
  /** Time by the clock. */
  readonly wallMillis: number;
  readonly megabytes: number;
}

const subjectRounds = 2;
/** Rounds of subjects that share a process: processes differ by a few percent, which is as much as their bounds allow. */
const pairRounds = 5;
const readerRounds = 2;
const importRounds = 9;

/** CPU time for one unit of each subject, in microseconds. */
export type Micros = ReadonlyMap<string, number>;

/**
 * Measures subjects by group: names separated by spaces, which one process measures in turns. Each round starts a new process
 * and measures all groups, so that a load peak of the machine affects all of them.
 */
export async function measureGroups(groups: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly Micros[]>> {
  const measured = new Map([...groups].map((group) => [group, [] as Micros[]]));
  for (let round = 0; round < pairRounds; round += 1) {
    for (const [group, rounds] of measured) {
      const names = group.split(' ');
      if (names.length === 1 && round >= subjectRounds) continue;
      const args = ['--conditions=@shipmate/source', fileOf('./measure-subjects.ts'), ...names];
      const micros: number[] = JSON.parse(await runNode(args));
      rounds.push(new Map(names.map((name, index) => [name, micros[index] ?? NaN])));
    }
  }
  return measured;
}

/** Returns the kilobytes that an idle reader of a source takes, the minimum of several rounds. */
export async function measureReader(source: string): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < readerRounds; round += 1) {
    const args = ['--expose-gc', '--conditions=@shipmate/source', fileOf('./measure-readers.ts'), source];
    least = Math.min(least, Number(await runNode(args)) / 1024);
  }
  return least;
}

/** Returns the cost of importing a module after another: the minimum of CPU and time, and the median memory, of several rounds. */
export async function measureImport({ module, above }: Pick<ImportBound, 'module' | 'above'>): Promise<ImportCost> {
  const costs: ImportCost[] = [];
  for (let round = 0; round < importRounds; round += 1) {
    costs.push(JSON.parse(await runNode(['--expose-gc', fileOf('./measure-import.ts'), above, module])));
  }
  const megabytes = costs.map((cost) => cost.megabytes).toSorted((left, right) => left - right);
  return {
    cpuMillis: Math.min(...costs.map((cost) => cost.cpuMillis)),
    wallMillis: Math.min(...costs.map((cost) => cost.wallMillis)),
    megabytes: megabytes[Math.floor(importRounds / 2)] ?? Infinity,
  };
}

/** Runs Node in a new process, so that no earlier measurement has warmed up or filled its heap. */
async function runNode(args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ImportBound } from './bounds.ts';

/** What importing a module costs. */
export interface ImportCost {
  readonly cpuMillis: number;
  readonly megabytes: number;
}

const subjectRounds = 2;
/** Of subjects that share a process: two processes differ by a few percent, and that is what their bounds are. */
const pairRounds = 5;
const readerRounds = 2;
const importRounds = 9;

/** CPU time of one unit of each subject, in microseconds. */
export type Micros = ReadonlyMap<string, number>;

/**
 * Measures subjects, by group: names with spaces between them, which one process measures in turns. Each round is a process of its
 * own. All groups take turns in each round, so that a busy minute of the machine meets them all.
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

/** Kilobytes that an idle reader of a source takes, the least of several rounds. */
export async function measureReader(source: string): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < readerRounds; round += 1) {
    const args = ['--expose-gc', '--conditions=@shipmate/source', fileOf('./measure-readers.ts'), source];
    least = Math.min(least, Number(await runNode(args)) / 1024);
  }
  return least;
}

/** What importing a module costs above importing another: the least CPU time of several rounds, and the median of the memory. */
export async function measureImport({ module, above }: Pick<ImportBound, 'module' | 'above'>): Promise<ImportCost> {
  const costs: ImportCost[] = [];
  for (let round = 0; round < importRounds; round += 1) {
    costs.push(JSON.parse(await runNode(['--expose-gc', fileOf('./measure-import.ts'), above, module])));
  }
  const megabytes = costs.map((cost) => cost.megabytes).toSorted((left, right) => left - right);
  return {
    cpuMillis: Math.min(...costs.map((cost) => cost.cpuMillis)),
    megabytes: megabytes[Math.floor(importRounds / 2)] ?? Infinity,
  };
}

/** A fresh process, so that nothing that ran before has warmed or littered its heap. */
async function runNode(args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

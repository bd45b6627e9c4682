import { join, resolve } from 'node:path';
import { mapConcurrently } from '@shipmate/core';
import { askProgram } from './ask-program.ts';
import { listFiles } from './list-files.ts';
import { type OperationSource, type SourceListing, toolName } from './operation-source.ts';
import { toolDescriptionSchema, toOperations, toProblem } from './tool-description.ts';

const executable = 0o111;

/** The number of programs that are queried concurrently. */
const concurrency = 4;

/** Creates a source of the programs in a folder that describe themselves when they are called with `--help --json`. */
export function createExecutableSource(path: string, env: Readonly<Record<string, string>>): OperationSource {
  const folder = resolve(path);

  async function ask(name: string, signal: AbortSignal): Promise<SourceListing> {
    const file = join(folder, name);
    const answer = await askProgram({ file, args: ['--help', '--json'], folder, env }, signal);
    if ('problem' in answer) return nothing(name, answer.problem);
    const parsed = toolDescriptionSchema.safeParse(answer.json);
    if (!parsed.success) return nothing(name, toProblem(parsed.error));
    const operations = toOperations(name, parsed.data);
    return { programs: [{ tool: name, file, leading: [], folder, operations }], problems: [] };
  }

  return async ({ signal, tool }) => {
    const { names, problems } = await listFiles(folder, {
      folderName: 'PLATFORM_COMMANDS',
      isWanted: (name, mode) => (tool ?? name) === name && toolName.test(name) && (mode & executable) !== 0,
    });
    const listings = await mapConcurrently(names, concurrency, (name) => ask(name, signal));
    return {
      programs: listings.flatMap(({ programs }) => programs),
      problems: [...problems, ...listings.flatMap((listing) => listing.problems)],
    };
  };
}

function nothing(name: string, why: string): SourceListing {
  return { programs: [], problems: [`${name} does not describe itself with --help --json: ${why}.`] };
}

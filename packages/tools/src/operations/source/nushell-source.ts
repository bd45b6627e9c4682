import { resolve } from 'node:path';
import { mapConcurrently } from '@shipmate/core';
import { askProgram } from './ask-program.ts';
import { listFiles } from './list-files.ts';
import { nushellCommandsSchema, toNushellOperations } from './nushell-commands.ts';
import type { OperationSource, SourceListing } from './operation-source.ts';
import { toProblem } from './tool-description.ts';

/** File names that need no quoting in Nushell code. */
const scriptName = /^[A-Za-z0-9][\w.-]{0,60}\.nu$/;

const concurrency = 4;

/** The location of the scripts and of the program that runs them. */
interface NushellSourceOptions {
  readonly scripts: string;
  readonly nu: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Creates a source of the commands `main …` of the Nushell scripts in a folder. The user's Nushell configuration is not
 * read.
 */
export function createNushellSource({ scripts, nu, env }: NushellSourceOptions): OperationSource {
  const folder = resolve(scripts);

  async function ask(script: string, signal: AbortSignal): Promise<SourceListing> {
    const code = `source ${script}; scope commands | where type == "custom" | select name description signatures | to json --raw`;
    const args = ['--no-config-file', '--commands', code];
    const installHint = 'Install it, or set PLATFORM_NU.';
    const answer = await askProgram({ file: nu, args, folder, env, installHint }, signal);
    if ('problem' in answer) return nothing(script, answer.problem);
    const parsed = nushellCommandsSchema.safeParse(answer.json);
    if (!parsed.success) return nothing(script, toProblem(parsed.error));
    const { operations, problems } = toNushellOperations(script, parsed.data);
    const leading = ['--no-config-file', script];
    return { programs: [{ tool: script, file: nu, leading, folder, operations }], problems };
  }

  return async ({ signal, tool }) => {
    const { names, problems } = await listFiles(folder, {
      folderName: 'PLATFORM_NU_SCRIPTS',
      isWanted: (name) => (tool ?? name) === name && scriptName.test(name),
    });
    const listings = await mapConcurrently(names, concurrency, (script) => ask(script, signal));
    return {
      programs: listings.flatMap(({ programs }) => programs),
      problems: [...problems, ...listings.flatMap((listing) => listing.problems)],
    };
  };
}

function nothing(script: string, why: string): SourceListing {
  return { programs: [], problems: [`The signatures of ${script} cannot be read: ${why}.`] };
}

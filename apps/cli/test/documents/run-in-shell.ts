import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { compileCache } from '../spawn-process.ts';
import { readRepositoryFile } from './repository.ts';

/** Runs commands with the Node of this process and returns their output. @throws if a command fails */
export async function runInShell(
  commands: string,
  options: { readonly cwd: string; readonly variables: Readonly<Record<string, string>> },
): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: options.cwd,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      NODE_COMPILE_CACHE: compileCache,
      ...options.variables,
    },
  });
  return stdout;
}

async function readScripts(folder: string): Promise<Readonly<Record<string, string>>> {
  const manifest = await readRepositoryFile(`${folder}package.json`);
  return (JSON.parse(manifest) as { scripts: Record<string, string> }).scripts;
}

/**
 * Replaces each `npx -y pnpm@12 <script>` in shell commands, also with `--filter <package>`, with the script of that name,
 * and each `exec <program>` with the program.
 *
 * @throws if there is no such script.
 */
export async function toScripts(commands: string): Promise<string> {
  const root = await readScripts('');
  const folderOf = async (name: string) => readScripts(`packages/${name}/`).catch(() => readScripts(`apps/${name}/`));
  const lines = commands.split('\n').map(async (line) => {
    const [, filter, word, rest = ''] = /^npx -y pnpm@12 (?:--filter @shipmate\/(\S+) )?(\S+)(.*)$/.exec(line) ?? [];
    if (word === undefined) return line;
    if (word === 'exec') return rest.trim();
    const scripts = filter === undefined ? root : await folderOf(filter);
    const script = scripts[word];
    if (script === undefined) throw new Error(`A document says "${line}", and there is no script "${word}".`);
    return `${script}${rest}`;
  });
  return (await Promise.all(lines)).join('\n');
}

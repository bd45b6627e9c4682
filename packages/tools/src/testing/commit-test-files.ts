import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const identity = [
  '-c',
  'user.name=Ada',
  '-c',
  'user.email=ada@example.com',
  '-c',
  'init.defaultBranch=main',
  '-c',
  'gc.auto=0',
];

/** Writes files into a git repository, which is created if it does not exist, and commits them; returns the commit. */
export async function commitTestFiles(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(folder, { recursive: true });
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = async (...args: readonly string[]) =>
    (await run('git', [...identity, ...args], { cwd: folder, env })).stdout.trim();
  await git('init', '--quiet');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Change files');
  return git('rev-parse', 'HEAD');
}

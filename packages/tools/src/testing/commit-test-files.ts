import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from './start-git-server.ts';

/** Writes files into a git repository, which is created if it does not exist, and commits them; returns the commit. */
export async function commitTestFiles(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(folder, { recursive: true });
  await git(folder, 'init', '--quiet');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'Change files');
  return (await git(folder, 'rev-parse', 'HEAD')).trim();
}

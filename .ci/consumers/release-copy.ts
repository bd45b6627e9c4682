import { appendFile, copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findCodeBlocks } from '../../apps/cli/test/documents/code-blocks.ts';
import { requireProgram } from './run-program.ts';

/** Releases a copy of the repository with the documented command: versions, changelogs, build, publication. */
export async function releaseCopy(repository: string, folder: string, npmrc: string): Promise<void> {
  const options = { cwd: folder, node: process.execPath, variables: { CI: 'true', TURBO_TELEMETRY_DISABLED: '1' } };
  await copyRepository(repository, folder);
  await copyFile(npmrc, join(folder, '.npmrc'));
  const identity = 'git config user.name Consumer && git config user.email consumer@example.test';
  await requireProgram(`git init -q && ${identity} && git add -A && git commit -qm Copy`, options);
  const page = await readFile(join(folder, 'docs/publishing.md'), 'utf8');
  const release = findCodeBlocks('docs/publishing.md', page).find(({ language }) => language === 'sh');
  if (release === undefined) throw new Error('docs/publishing.md has no command.');
  const printed = await requireProgram(release.code, options);
  if (!printed.includes('Successfully published')) throw new Error(`The release published nothing.\n${printed}`);
}

/** The files of git, with the installed packages of the original. */
async function copyRepository(repository: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const from = { cwd: repository, node: process.execPath };
  const listed = await requireProgram('git ls-files -z --cached --others --exclude-standard', from);
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(repository, path)));
  for (const path of paths) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await cp(join(repository, path), join(folder, path), { verbatimSymlinks: true });
  }
  const manifests = paths.filter((path) => path.endsWith('package.json')).map(dirname);
  for (const path of manifests) {
    const modules = join(repository, path, 'node_modules');
    if (path === '.' || !existsSync(modules)) continue;
    await cp(modules, join(folder, path, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await appendFile(join(folder, '.gitignore'), '\nnode_modules\n.npmrc\n');
  // The modules belong to the original.
  const workspace = join(folder, 'pnpm-workspace.yaml');
  const settings = await readFile(workspace, 'utf8');
  await writeFile(workspace, settings.replace('verifyDepsBeforeRun: install', 'verifyDepsBeforeRun: false'));
}

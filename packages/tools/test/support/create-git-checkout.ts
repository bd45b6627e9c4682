import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createToolExecutionContext } from '@shipmate/core';
import { createLocalCheckouts } from '../../src/checkout/create-local-checkouts.ts';
import { createInlineCompute } from '../../src/compute/create-inline-compute.ts';
import { createGitCli } from '../../src/git/git-cli.ts';
import type { GitToolContext } from '../../src/git/tools/git-tool.ts';
import { createBareRepository, git } from '../../src/testing/start-git-server.ts';
import { createTestFolder } from './test-helm.ts';

/** A repository that was checked out in a temporary folder, with a remote. */
export interface GitCheckout {
  readonly root: string;
  readonly folder: string;
  /** The folder of the remote. */
  readonly bare: string;
  readonly context: GitToolContext;
  put(files: Readonly<Record<string, string>>): Promise<void>;
  /** Runs git without protection. */
  git(...args: readonly string[]): Promise<string>;
}

export const testGit = createGitCli();

/** Creates a checkout of an empty repository on the branch `main`, commits the files, and pushes them. */
export async function createGitCheckout(files: Readonly<Record<string, string>> = {}): Promise<GitCheckout> {
  const root = createTestFolder();
  const folder = join(root, 'checkout');
  const bare = await createBareRepository(root, 'remote.git');
  await git(root, 'init', '--quiet', folder);
  const principal = { userId: 'u1', organizationId: 'o1', via: 'local' } as const;
  const remote = `file://${bare}`;
  const checkout: GitCheckout = {
    root,
    folder,
    bare,
    context: {
      ...createToolExecutionContext({ principal, workspaceDir: folder }),
      ports: {
        checkouts: createLocalCheckouts(),
        compute: createInlineCompute(),
        workTrees: testGit,
        remotes: { open: async () => ({ remote, allowFile: true }) },
      },
    },
    async put(given) {
      for (const [path, content] of Object.entries(given)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
    },
    git: (...args) => git(folder, ...args),
  };
  if (Object.keys(files).length === 0) return checkout;
  await checkout.put(files);
  await checkout.git('add', '--all');
  await checkout.git('commit', '--quiet', '--message', 'Begin');
  await checkout.git('push', '--quiet', remote, 'HEAD:main');
  return checkout;
}

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { createTestFolder } from '../../test/support/test-helm.ts';
import type { ComputePort } from '../compute/compute-port.ts';
import { createInlineCompute } from '../compute/create-inline-compute.ts';
import { openSkeleton } from './open-skeleton.ts';

const tempRoot = join(createTestFolder(), 'temp');
mkdirSync(tempRoot);
const caller = { principal: { organizationId: 'acme' }, signal: new AbortController().signal };

it('writes a skeleton in calls of at most 1,000 files, the manifests last, and removes it', async () => {
  const inline = createInlineCompute();
  const calls: { readonly files: number; readonly hasProject: boolean }[] = [];
  const compute: ComputePort = {
    run(name, args, task) {
      const [{ paths, project }] = args as unknown as [{ readonly paths: string; readonly project?: object }];
      calls.push({ files: paths.split('\0').filter(Boolean).length, hasProject: project !== undefined });
      return inline.run(name, args, task);
    },
  };
  const paths = [...Array.from({ length: 2_500 }, (_, index) => `src/${index}.ts`), 'logo.bin', 'package.json'];
  const manifests = new Map([['package.json', '{ "name": "shop", "main": "src/1.ts" }']]);
  const skeleton = openSkeleton({ paths, manifests }, { compute, caller, tempRoot });
  const folder = await skeleton.folder();
  expect(calls).toEqual([
    { files: 1_000, hasProject: false },
    { files: 1_000, hasProject: false },
    { files: 501, hasProject: false },
    { files: 0, hasProject: true },
  ]);
  expect(readdirSync(folder).toSorted()).toEqual(['package.json', 'src', 'tsconfig.json']);
  expect(readdirSync(join(folder, 'src'))).toHaveLength(2_500);
  await skeleton[Symbol.asyncDispose]();
  expect(existsSync(folder)).toBe(false);
});

it('throws the failure of a call where the folder is needed, and removes the folder', async () => {
  const failure = new AppError({ code: 'TIMEOUT', message: 'Too slow.' });
  const compute: ComputePort = { run: () => Promise.reject(failure) };
  const skeleton = openSkeleton({ paths: ['a.ts'], manifests: new Map() }, { compute, caller, tempRoot });
  await expect(skeleton.folder()).rejects.toBe(failure);
  await skeleton[Symbol.asyncDispose]();
  expect(readdirSync(tempRoot)).toEqual([]);
});

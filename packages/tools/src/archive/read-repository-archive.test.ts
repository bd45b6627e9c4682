import { gzipSync } from 'node:zlib';
import { repositoryArchiveLimits } from '@shipmate/domain/archive';
import { findCheckoutPathProblem } from '@shipmate/domain/repository';
import { expect, it } from 'vitest';
import { maliciousArchives } from '../testing/malicious-archives.ts';
import { rawTar, rawZip } from '../testing/raw-archives.ts';
import { readRepositoryArchive } from './read-repository-archive.ts';

async function readAll(...options: Parameters<typeof readRepositoryArchive>) {
  const { files, listLeftOut } = await readRepositoryArchive(...options);
  const found: Record<string, string> = {};
  for await (const { path, content } of files) found[path] = Buffer.from(content).toString();
  return { files: found, left: listLeftOut() };
}

const entries = [
  { name: 'shop-main/', type: '5', mode: 0o040_755 },
  { name: 'shop-main/README.md', content: '# Shop\n' },
  { name: 'shop-main/.github/ci.yml', content: 'on: push\n' },
  { name: 'shop-main/src/Größe.ts', content: 'export const size = 1;\n' },
  { name: 'shop-main/src/größe.ts', content: 'export const other = 1;\n' },
  { name: 'shop-main/src/aux.ts', content: 'export {};\n' },
  { name: 'shop-main/logo.png', content: Buffer.from([0x89, 0x50, 0, 1]) },
  { name: 'shop-main/.git/config', content: '[core]\n\tfsmonitor = /tmp/evil\n' },
  { name: 'shop-main/vendor/lib/.GIT/hooks/post-checkout', content: '#!/bin/sh\n' },
  { name: 'shop-main/a\u202Elmay.ts', content: 'x' },
];
const link = { name: 'shop-main/secret', content: '', type: '2', link: '/etc/passwd' };

it.each([
  ['tgz', gzipSync(rawTar([...entries, link]))],
  ['zip', rawZip([...entries, { ...link, content: '/etc/passwd', mode: 0o120_777 }])],
])('readRepositoryArchive reads files of a %s and leaves links, .git and unsafe paths out', async (_name, archive) => {
  const { files, left } = await readAll(archive);
  expect(Object.keys(files)).toEqual([
    'shop-main/README.md',
    'shop-main/.github/ci.yml',
    'shop-main/src/Größe.ts',
    'shop-main/src/größe.ts',
    'shop-main/src/aux.ts',
    'shop-main/logo.png',
  ]);
  expect(left).toEqual([
    {
      reason: 'git_repository',
      count: 2,
      examples: ['shop-main/.git/config', 'shop-main/vendor/lib/.GIT/hooks/post-checkout'],
    },
    { reason: 'link', count: 1, examples: ['shop-main/secret'] },
    { reason: 'unsafe_path', count: 1, examples: ['shop-main/a\u202Elmay.ts'] },
  ]);
});

it('readRepositoryArchive leaves files over the limit out without reading them', async () => {
  const archive = rawTar([
    { name: 'a.txt', content: 'small' },
    { name: 'b.txt', content: 'x'.repeat(100) },
  ]);
  const { files, left } = await readAll(archive, { limits: { ...repositoryArchiveLimits, maxFileBytes: 10 } });
  expect([files, left]).toEqual([{ 'a.txt': 'small' }, [{ reason: 'too_large', count: 1, examples: ['b.txt'] }]]);
});

/** Faults of a chart's archive that a repository may have: its files are stored without a checkout, or left out. */
const harmless: ReadonlySet<string> = new Set(['invalid_path', 'colliding_names', 'symlink', 'too_deep']);

it.each(maliciousArchives.filter(({ reason }) => !harmless.has(reason)))(
  'readRepositoryArchive refuses $name',
  async ({ reason, pack }) => {
    await expect(readAll(pack())).rejects.toMatchObject({ details: { reason } });
  },
);

it.each(maliciousArchives.filter(({ reason }) => harmless.has(reason)))(
  'readRepositoryArchive reads no unsafe path of $name',
  async ({ pack }) => {
    const paths = await readAll(pack()).then(
      ({ files }) => Object.keys(files),
      () => [],
    );
    expect(paths.filter((path) => findCheckoutPathProblem(path) !== undefined)).toEqual([]);
  },
);

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedCode } from '@shipmate/domain/code-map';
import { afterAll, expect, it } from 'vitest';
import { type CodeRepository, createCodeRepository, createMemoryAnalyses } from '../../test/support/code-repository.ts';
import { git } from '../testing/start-git-server.ts';
import { createTestFolder } from '../../test/support/test-helm.ts';
import { createCompute } from '../compute/create-compute.ts';
import { createGitCli } from '../git/git-cli.ts';
import type { IndexProgress } from './code-indexer-port.ts';
import { createCodeIndexer } from './create-code-indexer.ts';

const root = createTestFolder();
const tempRoot = join(root, 'temp');
mkdirSync(tempRoot);
const compute = createCompute({ maxThreads: 2, deadlineMs: 120_000 });
const cli = createGitCli({ compute });
const indexer = createCodeIndexer({ git: cli, compute, tempRoot });
const { signal } = new AbortController();
afterAll(async () => {
  await cli.close();
  await compute.close();
});

async function index(repository: CodeRepository, analyses = createMemoryAnalyses()): Promise<IndexedCode> {
  return indexer.index({ ...repository, analyses }, signal);
}

/** Renders imports as `file -> path`, `file => package`, and `file ? module` for those that lead nowhere. */
function importsOf({ files }: IndexedCode): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.map(
      ({ path: to, external, module }) =>
        `${path} ${to === null ? (external === null ? `? ${module}` : `=> ${external}`) : `-> ${to}`}`,
    ),
  );
}

const json = (value: unknown): string => JSON.stringify(value);

it.each<readonly [ecosystem: string, files: Readonly<Record<string, string>>, imports: readonly string[]]>([
  [
    'a workspace of TypeScript',
    {
      'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\n  - "!packages/no"\n',
      'package.json': json({ name: 'root', private: true }),
      'packages/core/package.json': json({
        name: '@acme/core',
        exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './*': './dist/*.js' },
        imports: { '#inner': './dist/inner.js' },
      }),
      'packages/core/src/index.ts': "export * from './inner.js';\nimport '#inner';\n",
      'packages/core/src/inner.ts': 'export const inner = 1;\n',
      'packages/no/package.json': json({ name: 'no' }),
      'packages/no/index.js': '',
      'packages/web/package.json': json({ name: 'web', dependencies: { '@acme/core': 'workspace:*' } }),
      'packages/web/tsconfig.json':
        '{ // paths\n "extends": ["../../base", "/etc/passwd"], "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], }, }, }',
      'base.json': '{}',
      'packages/web/src/a.tsx':
        "import '@acme/core'; import '@acme/core/inner'; import '@/lib'; import no from 'no'; import 'node:fs'; import 'path';\nimport './x.css'; import './absent'; import '/etc/passwd'; import '../../../../../../etc/passwd'; import '@/gone';\nimport type { T } from 'react'; await import('./lazy.ts'); import 'virtual:x';\n",
      'packages/web/src/lib/index.ts': '',
      'packages/web/src/lazy.ts': '',
      'packages/web/src/x.css': '',
    },
    [
      'packages/core/src/index.ts -> packages/core/src/inner.ts',
      'packages/core/src/index.ts -> packages/core/src/inner.ts',
      'packages/web/src/a.tsx -> packages/core/src/index.ts',
      'packages/web/src/a.tsx -> packages/core/src/inner.ts',
      'packages/web/src/a.tsx -> packages/web/src/lib/index.ts',
      'packages/web/src/a.tsx => no',
      'packages/web/src/a.tsx => node:fs',
      'packages/web/src/a.tsx => node:path',
      'packages/web/src/a.tsx -> packages/web/src/x.css',
      'packages/web/src/a.tsx ? ./absent',
      'packages/web/src/a.tsx ? /etc/passwd',
      'packages/web/src/a.tsx ? ../../../../../../etc/passwd',
      'packages/web/src/a.tsx ? @/gone',
      'packages/web/src/a.tsx => react',
      'packages/web/src/a.tsx ? virtual:x',
      'packages/web/src/a.tsx -> packages/web/src/lazy.ts',
    ],
  ],
  [
    'projects of TypeScript that refer to others',
    {
      'tsconfig.json': json({ files: [], references: [{ path: './tsconfig.app.json' }] }),
      'tsconfig.app.json': json({ compilerOptions: { paths: { '~/*': ['./src/*'] } }, include: ['src'] }),
      'src/a.ts': "import '~/b'; import './a'; import './b.js';\n",
      'src/b.ts': "import './a';\n",
      'src/c.js': "function f() { return require('./b'); }\n",
    },
    ['src/a.ts -> src/b.ts', 'src/a.ts -> src/a.ts', 'src/b.ts -> src/a.ts', 'src/c.js -> src/b.ts'],
  ],
  [
    'Python',
    {
      'api/pyproject.toml': '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.main:run"\n',
      'api/src/shop/__init__.py': '',
      'api/src/shop/main.py':
        'from . import models\nfrom .models import Order\nimport shop.db.session as s\nfrom flask import Flask\nimport os\n',
      'api/src/shop/models.py': 'from shop.main import run\nfrom .. import gone\n',
      'api/src/shop/db/session.py': '',
      'api/tests/test_main.py': 'from shop import models, main\nfrom helper import x\n',
      'api/tests/helper.py': '',
    },
    [
      'api/src/shop/main.py -> api/src/shop/models.py',
      'api/src/shop/main.py -> api/src/shop/models.py',
      'api/src/shop/main.py -> api/src/shop/db/session.py',
      'api/src/shop/main.py => flask',
      'api/src/shop/main.py => os',
      'api/src/shop/models.py -> api/src/shop/main.py',
      'api/src/shop/models.py ? ..gone',
      'api/tests/test_main.py -> api/src/shop/models.py',
      'api/tests/test_main.py -> api/src/shop/main.py',
      'api/tests/test_main.py -> api/tests/helper.py',
    ],
  ],
  [
    'Go',
    {
      'go.mod': 'module example.com/shop\n\nrequire github.com/go-chi/chi/v5 v5.0.0\n',
      'main.go':
        'package main\n\nimport (\n\t"net/http"\n\n\tstore "example.com/shop/internal/db"\n\t_ "example.com/shop/internal/side"\n\t"example.com/shop/gone"\n\t"github.com/go-chi/chi/v5/middleware"\n)\n\nfunc main() { store.Open(); http.Serve(nil, nil) }\n',
      'internal/db/a.go': 'package db\n\nfunc Other() {}\n',
      'internal/db/open.go': 'package db\n\nfunc Open() {}\n',
      'internal/side/side.go': 'package side\n',
    },
    [
      'main.go => net/http',
      'main.go -> internal/db/open.go',
      'main.go -> internal/side/side.go',
      'main.go ? example.com/shop/gone',
      'main.go => github.com/go-chi/chi/v5',
    ],
  ],
  [
    'Java',
    {
      'app/src/main/java/com/acme/App.java':
        'package com.acme;\n\nimport com.acme.orders.*;\nimport com.acme.util.Text.Part;\nimport static com.acme.util.Text.trim;\nimport java.util.List;\nimport org.springframework.boot.SpringApplication;\n\npublic class App { Order order; Helper helper; List<Order> all; }\n',
      'app/src/main/java/com/acme/Helper.java': 'package com.acme;\nclass Helper {}\n',
      'orders/src/main/java/com/acme/orders/Order.java': 'package com.acme.orders;\npublic class Order {}\n',
      'orders/src/main/java/com/acme/orders/Unused.java': 'package com.acme.orders;\npublic class Unused {}\n',
      'app/src/main/java/com/acme/util/Text.java': 'package com.acme.util;\npublic class Text {}\n',
    },
    [
      'app/src/main/java/com/acme/App.java -> orders/src/main/java/com/acme/orders/Order.java',
      'app/src/main/java/com/acme/App.java -> app/src/main/java/com/acme/util/Text.java',
      'app/src/main/java/com/acme/App.java -> app/src/main/java/com/acme/util/Text.java',
      'app/src/main/java/com/acme/App.java => java.util',
      'app/src/main/java/com/acme/App.java => org.springframework.boot',
      'app/src/main/java/com/acme/App.java -> app/src/main/java/com/acme/Helper.java',
    ],
  ],
  [
    'Rust',
    {
      'Cargo.toml': '[workspace]\nmembers = ["core", "cli"]\n',
      'core/Cargo.toml': '[package]\nname = "shop-core"\n',
      'core/src/lib.rs': 'pub mod orders;\nmod util;\nuse serde::Serialize;\n',
      'core/src/orders/mod.rs': 'use crate::util::{trim, Text};\nuse super::util;\n',
      'core/src/util.rs': '',
      'cli/Cargo.toml': '[package]\nname = "cli"\n',
      'cli/src/main.rs': 'use shop_core::orders::Order;\nfn main() {}\n',
    },
    [
      'cli/src/main.rs -> core/src/orders/mod.rs',
      'core/src/lib.rs -> core/src/orders/mod.rs',
      'core/src/lib.rs -> core/src/util.rs',
      'core/src/lib.rs => serde',
      'core/src/orders/mod.rs -> core/src/util.rs',
      'core/src/orders/mod.rs -> core/src/util.rs',
    ],
  ],
  [
    'C, Ruby, PHP and shell',
    {
      'src/a.c': '#include "b.h"\n#include <shop/c.h>\n#include <stdio.h>\n',
      'src/b.h': '',
      'include/shop/c.h': '',
      'lib/a.rb': "require_relative 'b/c'\nrequire 'json'\n",
      'lib/b/c.rb': '',
      'composer.json': json({ autoload: { 'psr-4': { 'App\\': 'app/' } } }),
      'app/Order.php': '<?php\nuse App\\Models\\Item;\nuse Monolog\\Logger;\n',
      'app/Models/Item.php': '<?php\n',
      'run.sh': 'source ./env.sh\n',
      'env.sh': '',
    },
    [
      'app/Order.php -> app/Models/Item.php',
      'app/Order.php => Monolog',
      'lib/a.rb -> lib/b/c.rb',
      'lib/a.rb => json',
      'run.sh -> env.sh',
      'src/a.c -> src/b.h',
      'src/a.c -> include/shop/c.h',
      'src/a.c => stdio.h',
    ],
  ],
])('index resolves the imports of %s', async (ecosystem, files, imports) => {
  const repository = await createCodeRepository(root, ecosystem.replaceAll(' ', '-'), files);
  expect(importsOf(await index(repository))).toEqual(imports);
});

it('index shows regular files, and says which ones it does not cover', async () => {
  const repository = await createCodeRepository(root, 'hostile', {
    '.gitattributes': 'gen/** linguist-generated\nvendor/own/** linguist-vendored=false\nold/* linguist-vendored\n',
    'gen/api.ts': 'export const a = 1;\n',
    'vendor/own/a.ts': "import '../../ünïcode/日本.ts';\n",
    'vendor/other/a.ts': '',
    'old/x.ts': '',
    'node_modules/p/index.js': '',
    'ünïcode/日本.ts': '// Grüße\nexport const z = 1;\n',
    'link.ts': { link: '/etc/passwd' },
    'node_modules.ts': '',
    'empty.ts': '',
    'nul.ts': new Uint8Array([101, 0, 120]),
    'logo.png': new Uint8Array([137, 80, 0]),
    'large.ts': 'a;'.repeat(500_001),
    'bad.py': '((((\n',
    'package.json': '{',
    'tsconfig.json': '[[',
    'a b/$(touch x).ts': "import './`id`';\n",
  });
  const { files, leftOut, treeId } = await index(repository);
  expect(treeId).toBe((await git(repository.place.cache, 'rev-parse', 'HEAD^{tree}')).trim());
  expect(files.map(({ path, lines }) => [path, lines])).toEqual([
    ['.gitattributes', null],
    ['a b/$(touch x).ts', 1],
    ['bad.py', null],
    ['empty.ts', 0],
    ['gen/api.ts', null],
    ['large.ts', null],
    ['logo.png', null],
    ['node_modules.ts', 0],
    ['nul.ts', null],
    ['package.json', 1],
    ['tsconfig.json', 1],
    ['vendor/own/a.ts', 1],
    ['ünïcode/日本.ts', 2],
  ]);
  expect(leftOut).toEqual([
    {
      reason: 'ignored',
      count: 5,
      examples: ['gen/api.ts', 'link.ts', 'node_modules/p/index.js', 'old/x.ts', 'vendor/other/a.ts'],
    },
    { reason: 'binary', count: 2, examples: ['logo.png', 'nul.ts'] },
    { reason: 'syntax', count: 1, examples: ['bad.py'] },
    { reason: 'too_large', count: 1, examples: ['large.ts'] },
  ]);
  expect(importsOf({ files, leftOut, treeId, commit: '' })).toContain('vendor/own/a.ts -> ünïcode/日本.ts');
  expect(readdirSync(tempRoot)).toEqual([]);
});

it('index reads no content that the cache has, and gives the same result', async () => {
  const repository = await createCodeRepository(root, 'cached', {
    'a.ts': "import './b.ts';\nfetch('https://example.com/x');\n",
    'b.ts': 'export const b = 1;\n',
    'copy.ts': 'export const b = 1;\n',
  });
  const analyses = createMemoryAnalyses();
  const first = await index(repository, analyses);
  expect(analyses.saved.size).toBe(2);
  const reads: (readonly string[])[] = [];
  const counting = createCodeIndexer({
    git: {
      readTree: (...args) => cli.readTree(...args),
      countChanges: (...args) => cli.countChanges(...args),
      readBlobs(place, ids, abort) {
        reads.push(ids);
        return cli.readBlobs(place, ids, abort);
      },
    },
    compute,
    tempRoot,
  });
  expect(await counting.index({ ...repository, analyses }, signal)).toEqual(first);
  expect(reads.flat()).toEqual([]);
});

it('index writes the skeleton while it analyzes contents', async () => {
  const repository = await createCodeRepository(root, 'parallel', { 'a.ts': "import './b';\n", 'b.ts': '' });
  const begun = Promise.withResolvers<void>();
  const ordered = createCodeIndexer({
    git: cli,
    tempRoot,
    compute: {
      run(name, args, caller) {
        if (name === 'writeSkeleton') begun.resolve();
        const before = name === 'analyzeFiles' ? begun.promise : Promise.resolve();
        return before.then(() => compute.run(name, args, caller));
      },
    },
  });
  const code = await ordered.index({ ...repository, analyses: createMemoryAnalyses() }, signal);
  expect(importsOf(code)).toEqual(['a.ts -> b.ts']);
});

it('index counts the changes of the last 90 days before the commit', async () => {
  const repository = await createCodeRepository(root, 'history', { 'a.ts': '1\n', 'ä b.ts': '1\n' });
  const work = join(root, 'history-work');
  await git(work, 'rm', '--quiet', 'a.ts');
  await git(work, 'commit', '--quiet', '--message', 'Second');
  await git(repository.place.cache, 'fetch', '--quiet', work, 'HEAD:refs/heads/second');
  const commit = (await git(repository.place.cache, 'rev-parse', 'second')).trim();
  const counts = await cli.countChanges(repository.place, { commit, days: 90 }, signal);
  expect([...counts]).toEqual(
    expect.arrayContaining([
      ['a.ts', 2],
      ['ä b.ts', 1],
    ]),
  );
  expect(counts.size).toBe(2);
});

it('index reports its phases and ends with ABORTED when its signal fires', async () => {
  const repository = await createCodeRepository(root, 'phases', { 'a.ts': "import './b';\n", 'b.ts': '' });
  const phases: IndexProgress[] = [];
  const request = { ...repository, analyses: createMemoryAnalyses() };
  await indexer.index({ ...request, onProgress: (progress) => phases.push(progress) }, signal);
  expect([...new Set(phases.map(({ phase }) => phase))]).toEqual(['tree', 'analysis', 'imports', 'history']);
  const controller = new AbortController();
  const working = indexer.index({ ...request, onProgress: () => controller.abort() }, controller.signal);
  await expect(working).rejects.toMatchObject({ code: 'ABORTED' });
  expect(readdirSync(tempRoot)).toEqual([]);
});

it('index refuses a commit with too many files, and an absent one', async () => {
  const repository = await createCodeRepository(root, 'many', { a: '', b: '', c: '' });
  const limited = createCodeIndexer({
    git: cli,
    compute,
    limits: { maxFiles: 2, maxFileBytes: 1_000, maxTotalBytes: 1_000 },
  });
  const analyses = createMemoryAnalyses();
  await expect(limited.index({ ...repository, analyses }, signal)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  await expect(index({ ...repository, commit: 'a'.repeat(40) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(index({ ...repository, commit: '--all' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

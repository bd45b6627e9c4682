import type { CodeFact, CodeMapFile, CodeMapImport, CodeMapSnapshot } from '@shipmate/domain/code-map';
import { comparePaths } from '../../src/diagram/build/compare-names.ts';

/** A file of a sample with what differs from an empty one. Imports are paths; those in no file are packages. */
export interface SampleFile {
  readonly path: string;
  readonly size?: number;
  readonly language?: string | null;
  readonly recentChanges?: number;
  readonly imports?: readonly string[];
  readonly types?: readonly string[];
  readonly facts?: readonly CodeFact[];
  readonly blobId?: string;
}

/** Makes a snapshot of files. */
export function createSnapshot(files: readonly SampleFile[], commit = 'a'.repeat(40)): CodeMapSnapshot {
  const paths = new Set(files.map(({ path }) => path));
  return {
    mapId: `map-${commit.slice(0, 8)}`,
    repositoryId: 'repository-1',
    label: { owner: 'acme', repo: 'shop' },
    commit,
    treeId: `tree-${commit.slice(0, 8)}`,
    leftOut: [],
    files: files.map((file) => toFile(file, paths)).toSorted(comparePaths),
  };
}

function toFile({ path, imports = [], types = [], ...file }: SampleFile, paths: ReadonlySet<string>): CodeMapFile {
  const isCode = /\.[jt]s$/u.test(path);
  return {
    path,
    size: 100,
    blobId: `blob of ${path}`,
    language: isCode ? 'typescript' : null,
    lines: isCode ? 10 : null,
    recentChanges: 0,
    analysisKey: isCode ? `key of ${path}` : null,
    facts: [],
    ...file,
    imports: [...imports, ...types].map(
      (module, index): CodeMapImport => ({
        module,
        kind: 'static',
        typeOnly: index >= imports.length,
        line: index + 1,
        path: paths.has(module) ? module : null,
        external: paths.has(module) ? null : module,
      }),
    ),
  };
}

/** A small shop: a web service, a worker, a shared package, a chart and documentation. */
export const shopFiles: readonly SampleFile[] = [
  { path: 'README.md', size: 900, language: 'markdown' },
  { path: '.github/workflows/ci.yml', size: 300, language: 'yaml' },
  { path: 'packages/core/package.json', size: 200, language: 'json' },
  { path: 'packages/core/src/money.ts', size: 1_200, recentChanges: 4 },
  { path: 'packages/core/src/order.ts', size: 2_400, imports: ['packages/core/src/money.ts'] },
  {
    path: 'packages/core/src/store.ts',
    size: 3_100,
    imports: ['packages/core/src/order.ts', 'pg'],
    facts: [
      { kind: 'table_read', name: 'orders', line: 10 },
      { kind: 'table_write', name: 'orders', line: 20 },
    ],
  },
  { path: 'services/web/package.json', size: 250, language: 'json' },
  {
    path: 'services/web/src/main.ts',
    size: 800,
    imports: ['services/web/src/routes.ts', 'hono'],
    facts: [{ kind: 'entry_point', name: 'services/web', line: 1 }],
  },
  {
    path: 'services/web/src/routes.ts',
    size: 4_000,
    recentChanges: 9,
    imports: ['packages/core/src/store.ts', 'services/web/src/mail.ts', 'hono'],
    facts: [
      { kind: 'route', name: 'GET /orders', line: 12 },
      { kind: 'route', name: 'POST /orders', line: 30 },
    ],
  },
  {
    path: 'services/web/src/mail.ts',
    size: 700,
    types: ['services/web/src/routes.ts'],
    facts: [{ kind: 'queue_producer', name: 'mail', line: 5 }],
  },
  { path: 'services/worker/package.json', size: 220, language: 'json' },
  {
    path: 'services/worker/src/main.ts',
    size: 1_500,
    imports: ['packages/core/src/store.ts'],
    facts: [
      { kind: 'queue_consumer', name: 'mail', line: 7 },
      { kind: 'http_client', name: 'https://mail.example.com', line: 14 },
    ],
  },
  { path: 'services/worker/src/old-report.ts', size: 600 },
  {
    path: 'deploy/shop/Chart.yaml',
    size: 150,
    language: 'yaml',
    facts: [{ kind: 'chart', name: 'shop', line: 2 }],
  },
];

/** Makes a repository of a number of files in nested folders, with imports between them. */
export function createLargeSnapshot(count: number): CodeMapSnapshot {
  const pathOf = (index: number) =>
    `area-${index % 13}/part-${index % 97}/module-${index % 31}/file-${index}.${index % 5 === 0 ? 'md' : 'ts'}`;
  return createSnapshot(
    Array.from(
      { length: count },
      (_, index): SampleFile => ({
        path: pathOf(index),
        size: 50 + ((index * 7_919) % 20_000),
        recentChanges: index % 17,
        imports: index % 5 === 0 || index < 10 ? [] : [pathOf(index - (index % 7) - 1), pathOf(Math.floor(index / 2))],
      }),
    ),
  );
}

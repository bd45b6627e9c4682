import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import { createCompute } from '../compute/create-compute.ts';
import { analyzeDependencies } from './analyze-dependencies.ts';

const files = {
  'package.json': JSON.stringify({
    name: 'shop',
    workspaces: ['web'],
    dependencies: { a: '^1' },
    devDependencies: { b: '2' },
  }),
  'web/package.json': JSON.stringify({ name: 'web', dependencies: { c: '3' } }),
  'package-lock.json': JSON.stringify({
    packages: { 'node_modules/a': { version: '1.5.0' }, 'node_modules/c': { version: '3.0.0' } },
  }),
  'node_modules/a/package.json': '{"name":"a"}',
  'api/go.mod': 'module example.com/api\nrequire example.com/x v1.0.0\n',
  'broken/Cargo.toml': '= =',
};

it('analyzeDependencies lists declared and locked versions of all projects', async () => {
  await using checkout = await createCheckout(files);
  const output = await analyzeDependencies.execute({}, checkout.context);
  expect(output).toEqual({
    projects: [
      {
        manifest: 'package.json',
        ecosystem: 'npm',
        name: 'shop',
        lockfile: 'package-lock.json',
        workspaces: ['web'],
        dependencies: [
          { name: 'a', declared: '^1', kind: 'runtime', locked: '1.5.0' },
          { name: 'b', declared: '2', kind: 'dev' },
        ],
      },
      {
        manifest: 'api/go.mod',
        ecosystem: 'go',
        name: 'example.com/api',
        workspaces: [],
        dependencies: [{ name: 'example.com/x', declared: 'v1.0.0', kind: 'runtime', locked: 'v1.0.0' }],
      },
      {
        manifest: 'web/package.json',
        ecosystem: 'npm',
        name: 'web',
        lockfile: 'package-lock.json',
        workspaces: [],
        dependencies: [{ name: 'c', declared: '3', kind: 'runtime', locked: '3.0.0' }],
      },
    ],
    problems: [expect.stringMatching(/^"broken\/Cargo\.toml" cannot be read/u)],
    truncated: false,
  });
  expect(analyzeDependencies.toModel?.(analyzeDependencies.output.parse(output))).toContain(
    '  runtime a ^1 locked 1.5.0',
  );
});

it('analyzeDependencies leaves out development dependencies when asked', async () => {
  await using checkout = await createCheckout(files);
  const { projects } = await analyzeDependencies.execute({ includeDevDependencies: false }, checkout.context);
  expect(projects[0]?.dependencies.map(({ name }) => name)).toEqual(['a']);
});

it.each([
  ['package.json', '['.repeat(100_000)],
  ['Cargo.toml', `a = ${'['.repeat(100_000)}`],
  ['pom.xml', '<a>'.repeat(100_000)],
  ['pnpm-lock.yaml', `importers: ${'['.repeat(100_000)}`],
  ['build.gradle', 'implementation('.repeat(20_000)],
  ['go.mod', 'require (\n'.repeat(20_000)],
])('analyzeDependencies survives a hostile %s', async (path, text) => {
  await using checkout = await createCheckout({ [path]: text });
  await using compute = createCompute({ maxThreads: 1, deadlineMs: 200_000 });
  const context = { ...checkout.context, ports: { ...checkout.context.ports, compute } };
  const { projects } = await analyzeDependencies.execute({}, context);
  expect(projects.flatMap(({ dependencies }) => dependencies)).toEqual([]);
});

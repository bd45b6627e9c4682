import { expect, it } from 'vitest';
import { createCheckout } from '../../test/support/create-checkout.ts';
import type { ComputeCaller } from '../compute/compute-port.ts';
import type { ComputeArguments, ComputeTaskName } from '../compute/compute-tasks.ts';
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

it('analyzeDependencies reads catalogs and Pipfiles, and says which folders it did not search', async () => {
  await using checkout = await createCheckout({
    'gradle/libs.versions.toml': '[libraries]\nx = { module = "g:x", version = "1" }\n',
    'build.gradle': 'dependencies {\n  implementation libs.x\n  implementation(variable)\n}\n',
    Pipfile: '[packages]\nflask = "*"\n',
    'Pipfile.lock': '{"default":{"flask":{"version":"==3.0.0"}}}',
    'build/package.json': '{"name":"a"}',
    'a/target/Cargo.toml': '',
    'b/target/Cargo.toml': '',
    'node_modules/x/package.json': '{}',
  });
  const { projects, problems } = await analyzeDependencies.execute({}, checkout.context);
  expect(projects.map(({ manifest, dependencies }) => [manifest, dependencies])).toEqual([
    ['Pipfile', [{ name: 'flask', declared: '*', kind: 'runtime', locked: '3.0.0' }]],
    ['build.gradle', [{ name: 'g:x', declared: '1', kind: 'runtime' }]],
    ['gradle/libs.versions.toml', [{ name: 'g:x', declared: '1', kind: 'runtime' }]],
  ]);
  expect(problems).toEqual([
    '"build.gradle": 1 dependencies are left out, because their names cannot be read.',
    'Folders named like those of build results are not searched: "build" (1), "target" (2).',
  ]);
});

it('analyzeDependencies reads a few files at a time', async () => {
  const filler = ' '.repeat(600_000);
  const names = Array.from({ length: 20 }, (_empty, index) => `p${index}`);
  await using checkout = await createCheckout({
    ...Object.fromEntries(
      names.map((name) => [`${name}/package.json`, `{"dependencies":{"a":"1"},"name":"${name}"${filler}}`]),
    ),
    'package-lock.json': `{"packages":{"node_modules/a":{"version":"1.5.0"}}${filler}}`,
  });
  const { ports, ...rest } = checkout.context;
  const lengths: number[] = [];
  const compute: typeof ports.compute = {
    run<Name extends ComputeTaskName>(name: Name, args: ComputeArguments<Name>, caller: ComputeCaller) {
      if (name === 'readProjects') lengths.push(JSON.stringify(args).length);
      return ports.compute.run(name, args, caller);
    },
  };
  const { projects } = await analyzeDependencies.execute({}, { ...rest, ports: { ...ports, compute } });
  expect(new Set(projects.map(({ name }) => name))).toEqual(new Set(names));
  expect(projects.every(({ dependencies }) => dependencies[0]?.locked === '1.5.0')).toBe(true);
  expect(Math.max(...lengths)).toBeLessThan(2_000_000);
});

it.each([
  ['package.json', '['.repeat(100_000)],
  ['Cargo.toml', `a = ${'['.repeat(100_000)}`],
  ['pom.xml', '<a>'.repeat(100_000)],
  ['pnpm-lock.yaml', `importers: ${'['.repeat(100_000)}`],
  ['build.gradle', 'implementation('.repeat(20_000)],
  ['go.mod', 'require (\n'.repeat(20_000)],
  ['libs.versions.toml', `[libraries]\n${'x = { '.repeat(100_000)}`],
  ['build.gradle.kts', 'implementation('.repeat(20_000).replaceAll('(', '(\n')],
  ['Pipfile', `[packages]\nx = ${'['.repeat(100_000)}`],
])('analyzeDependencies survives a hostile %s', async (path, text) => {
  await using checkout = await createCheckout({ [path]: text });
  await using compute = createCompute({ maxThreads: 1, deadlineMs: 200_000 });
  const context = { ...checkout.context, ports: { ...checkout.context.ports, compute } };
  const { projects } = await analyzeDependencies.execute({}, context);
  expect(projects.flatMap(({ dependencies }) => dependencies)).toEqual([]);
});

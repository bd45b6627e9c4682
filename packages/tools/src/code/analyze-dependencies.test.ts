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

it('analyzeDependencies reads the files that requirements and POMs name, within the repository', async () => {
  const parent = '<groupId>g</groupId><artifactId>root</artifactId><version>1</version>';
  const child =
    '<artifactId>app</artifactId><dependencies><dependency><groupId>x</groupId><artifactId>y</artifactId><version>${v}</version></dependency></dependencies>';
  await using checkout = await createCheckout({
    'requirements.txt':
      '-r requirements/base.txt\n-r ../secret.txt\n-r /etc/hosts\n-r requirements/none.txt\n-r package.json\n-r .git/config\na\n',
    'requirements/base.txt': '-r base.txt\n-r deep/1.txt\n-c limits.txt\nb\n',
    'requirements/limits.txt': 'B<3\n',
    'requirements/deep/1.txt': '-r 2.txt\n-r ../../build/requirements.txt\nc\n',
    'requirements/deep/2.txt': 'd\n',
    'build/requirements.txt': 'e\n',
    'build/parent.xml': `<project>${parent}<properties><v>2</v></properties></project>`,
    'app/pom.xml': `<project><parent>${parent}<relativePath>../build/parent.xml</relativePath></parent>${child}</project>`,
    'lone/pom.xml': `<project><parent>${parent.replace('root', 'boot')}</parent>${child}</project>`,
    'package.json': '{"dependencies":{"f":"1"}}',
    'uv.lock': '[[package]]\nname = "d"\nversion = "4"\n',
  });
  const { projects, problems } = await analyzeDependencies.execute({}, checkout.context);
  const shown = projects.map(({ manifest, dependencies }) => [
    manifest,
    dependencies.map(({ name, declared, locked }) => [name, declared, locked ?? ''].join(' ').trim()).join(', '),
  ]);
  expect(shown).toEqual([
    ['package.json', 'f 1'],
    ['requirements.txt', 'a, b <3, c, d  4, e'],
    ['app/pom.xml', 'x:y 2'],
    ['lone/pom.xml', 'x:y ${v}'],
  ]);
  expect(problems).toEqual([
    '"requirements/none.txt" is no text, or too large.',
    '".git/config" is no text, or too large.',
    '"requirements.txt" includes 2 files outside of the repository.',
    'Folders named like those of build results are not searched: "build" (1).',
  ]);
});

it('analyzeDependencies ends for requirements that include each other, and bounds their number', async () => {
  const names = Array.from({ length: 600 }, (_empty, index) => `parts/${index}.txt`);
  const includes = names.map((name) => `-r ${name}\n`).join('');
  await using checkout = await createCheckout({
    'requirements.txt': `-r requirements.txt\n${includes}`,
    ...Object.fromEntries(
      names.map((name, index) => [name, `-r ${index + 60}.txt\n-r ../requirements.txt\np${index}\n`]),
    ),
  });
  const { projects } = await analyzeDependencies.execute({}, checkout.context);
  const found = projects.flatMap(({ dependencies }) => dependencies.map(({ name }) => name));
  expect(new Set(found).size).toBe(found.length);
  expect(found.length).toBeGreaterThan(50);
  expect(found.length).toBeLessThanOrEqual(300);
});

it.each([
  ['requirements.txt', `-r a.txt\n${'-e "'.repeat(100_000)}`],
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

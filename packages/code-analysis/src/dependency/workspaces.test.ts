import { expect, it } from 'vitest';
import { compareDependencyFiles, isDependencyFile } from './dependency-files.ts';
import { readDependencies } from './read-dependencies.ts';

it.each<readonly [path: string, text: string, expected: object]>([
  // https://pnpm.io/pnpm-workspace_yaml and https://pnpm.io/catalogs
  [
    'pnpm-workspace.yaml',
    'packages:\n  - apps/* # all\n  - "!**/test/**"\ncatalog:\n  react: ^18.2.0\ncatalogs:\n  old:\n    react: ^17\n',
    {
      ecosystem: 'npm',
      workspaces: ['apps/*', '!**/test/**'],
      dependencies: [
        { name: 'react', declared: '^18.2.0', kind: 'runtime' },
        { name: 'react', declared: '^17', kind: 'runtime' },
      ],
    },
  ],
  ['pnpm-workspace.yaml', 'onlyBuiltDependencies: [esbuild]\n', { workspaces: [], dependencies: [] }],
  // https://go.dev/ref/mod#go-work-file
  [
    'go.work',
    'go 1.22\n\nuse (\n\t./tools // all\n\t"./a b"\n)\nuse ./web\nreplace a => ./b\n',
    { ecosystem: 'go', workspaces: ['./tools', './a b', './web'], dependencies: [] },
  ],
  // https://docs.gradle.org/current/userguide/multi_project_builds.html
  [
    'settings.gradle.kts',
    'rootProject.name = "shop"\ninclude(":app", "lib")\ninclude(\n    ":lib:core",\n)\nincludeBuild("build-logic")\n// include(":old")\n',
    { ecosystem: 'gradle', name: 'shop', workspaces: ['app', 'lib', 'lib/core'] },
  ],
  [
    'settings.gradle',
    "rootProject.name = 'shop'\r\ninclude ':app',\r\n        ':lib'\r\ninclude 'web'\r\n",
    { name: 'shop', workspaces: ['app', 'lib', 'web'] },
  ],
])('readDependencies reads the workspaces of %s', (path, text, expected) => {
  expect(isDependencyFile(path)).toBe(true);
  expect(compareDependencyFiles(path, 'package.json')).toBe(0);
  const { projects, problems } = readDependencies([{ path, text }]);
  expect(projects).toMatchObject([{ manifest: path, ...expected }]);
  expect(problems).toEqual([]);
});

it('readDependencies names a pnpm-workspace.yaml that is not valid', () => {
  const { projects, problems } = readDependencies([{ path: 'pnpm-workspace.yaml', text: 'packages: [\n' }]);
  expect([projects, problems]).toEqual([[], [expect.stringMatching(/^"pnpm-workspace\.yaml" cannot be read/u)]]);
});

// A quadratic pattern would take hours.
it.each([' ', '\n', ' \n,'])('readDependencies reads settings.gradle with much %j', (space) => {
  const text = `include${space.repeat(1_000_000)}\n`.repeat(3);
  expect(readDependencies([{ path: 'settings.gradle', text }]).projects).toHaveLength(1);
});

// https://docs.astral.sh/uv/reference/settings/#dev-dependencies, https://pdm-project.org/latest/usage/dependency/ and
// https://python-poetry.org/docs/dependency-specification/
it.each([
  ['[tool.uv]\ndev-dependencies = ["mypy>=1"]\n', ['dev mypy >=1']],
  ['[tool.pdm.dev-dependencies]\ntest = ["pytest"]\nlint = ["ruff==1"]\n', ['dev pytest ', 'dev ruff ==1']],
  [
    '[tool.poetry.dependencies]\na = [{version = "^1", python = "<3.9"}, {version = "^2", python = ">=3.9"}]\nb = {path = "../b", develop = true}\nc = {git = "https://example.com/c.git", tag = "v1"}\nd = {url = "https://example.com/d.whl"}\n',
    [
      'runtime a ^1 || ^2',
      'runtime b ../b',
      'runtime c https://example.com/c.git@v1',
      'runtime d https://example.com/d.whl',
    ],
  ],
])('readDependencies reads %j', (text, expected) => {
  const { projects } = readDependencies([{ path: 'pyproject.toml', text }]);
  expect(projects[0]?.dependencies.map(({ kind, name, declared }) => `${kind} ${name} ${declared}`)).toEqual(expected);
});

import { expect, it } from 'vitest';
import { isDependencyFile } from './dependency-files.ts';
import { readDependencies } from './read-dependencies.ts';

/** Reads files and renders each dependency as `manifest kind name declared -> locked`. */
function show(files: Readonly<Record<string, string>>): string[] {
  const { projects, problems } = readDependencies(Object.entries(files).map(([path, text]) => ({ path, text })));
  expect(problems).toEqual([]);
  return projects.flatMap(({ manifest, dependencies }) =>
    dependencies.map(
      ({ kind, name, declared, locked }) => `${manifest} ${kind} ${name} ${declared} -> ${locked ?? 'none'}`,
    ),
  );
}

const packageJson = JSON.stringify({
  name: 'shop',
  workspaces: ['packages/*'],
  dependencies: { a: '^1.0.0', '@s/b': '~2' },
  devDependencies: { c: '3' },
  peerDependencies: { d: '*' },
});

const workspaceJson = JSON.stringify({ name: 'w', dependencies: { a: '^2.0.0' } });

const expected = [
  'package.json runtime a ^1.0.0 -> 1.2.3',
  'package.json runtime @s/b ~2 -> 2.0.1',
  'package.json dev c 3 -> 3.0.0',
  'package.json peer d * -> none',
  'packages/w/package.json runtime a ^2.0.0 -> 2.5.0',
];

it.each([
  [
    'package-lock.json',
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/a': { version: '1.2.3' },
        'node_modules/@s/b': { version: '2.0.1' },
        'node_modules/c': { version: '3.0.0' },
        'packages/w/node_modules/a': { version: '2.5.0' },
      },
    }),
  ],
  [
    'pnpm-lock.yaml',
    `lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      a:\n        specifier: ^1.0.0\n        version: 1.2.3(d@4.0.0)\n      '@s/b':\n        specifier: ~2\n        version: 2.0.1\n    devDependencies:\n      c:\n        specifier: '3'\n        version: 3.0.0\n\n  packages/w:\n    dependencies:\n      a:\n        specifier: ^2.0.0\n        version: 2.5.0\n\npackages:\n\n  a@1.2.3:\n    resolution: {integrity: x}\n`,
  ],
  [
    'yarn.lock',
    `# yarn lockfile v1\n\n\na@^1.0.0, a@^1.1.0:\n  version "1.2.3"\n\n"@s/b@~2":\n  version "2.0.1"\n\nc@3:\n  version "3.0.0"\n  dependencies:\n    version "9"\n\na@^2.0.0:\n  version "2.5.0"\n`,
  ],
  [
    'yarn.lock',
    `__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.2.3\n\n"@s/b@npm:~2":\n  version: 2.0.1\n\n"c@npm:3":\n  version: 3.0.0\n\n"a@npm:^2.0.0":\n  version: 2.5.0\n`,
  ],
])('readDependencies reads package.json with %s', (path, text) => {
  expect(show({ 'package.json': packageJson, 'packages/w/package.json': workspaceJson, [path]: text })).toEqual(
    expected,
  );
});

it('readDependencies reads Python manifests', () => {
  const pyproject = `[project]\nname = "shop"\ndependencies = ["Requests[socks]>=2.0; python_version > '3'", "flask"]\n[project.optional-dependencies]\nextra = ["x==1"]\n[dependency-groups]\ndev = ["pytest~=8"]\n`;
  const poetry = `[tool.poetry]\nname = "p"\n[tool.poetry.dependencies]\npython = "^3.11"\ndjango = "^5"\n[tool.poetry.group.dev.dependencies]\nmypy = {version = "^1"}\n`;
  const lock = `[[package]]\nname = "requests"\nversion = "2.32.0"\n[[package]]\nname = "flask"\nversion = "3.0.0"\n`;
  expect(
    show({
      'pyproject.toml': pyproject,
      'uv.lock': lock,
      'p/pyproject.toml': poetry,
      'r/requirements-dev.txt': '# all\n-r base.txt\nblack==24.1  # style\nhttpx\n',
    }),
  ).toEqual([
    'pyproject.toml runtime Requests >=2.0 -> 2.32.0',
    'pyproject.toml runtime flask  -> 3.0.0',
    'pyproject.toml optional x ==1 -> none',
    'pyproject.toml dev pytest ~=8 -> none',
    'p/pyproject.toml runtime django ^5 -> none',
    'p/pyproject.toml dev mypy ^1 -> none',
    'r/requirements-dev.txt dev black ==24.1 -> none',
    'r/requirements-dev.txt dev httpx  -> none',
  ]);
});

it('readDependencies reads Maven, Gradle, Go and Cargo', () => {
  const pom = `<project><artifactId>shop</artifactId><properties><v>5.1</v></properties><modules><module>api</module></modules><dependencyManagement><dependencies><dependency><groupId>m</groupId><artifactId>n</artifactId><version>9</version></dependency></dependencies></dependencyManagement><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>\${v}</version></dependency><dependency><groupId>m</groupId><artifactId>n</artifactId><scope>test</scope></dependency></dependencies></project>`;
  const gradle = `plugins { id 'java' }\ndependencies {\n  implementation("a:b:1.0")\n  testImplementation 'c:d:2'\n  annotationProcessor "e:f"\n  println("x:y")\n}\n`;
  const mod = `module example.com/shop\n\ngo 1.22\n\nrequire example.com/one v1.0.0\nrequire (\n\texample.com/two v2.0.0\n\texample.com/three v3.0.0 // indirect\n)\n`;
  const cargo = `[package]\nname = "shop"\n[dependencies]\nserde = { version = "1", optional = true }\nrand = "0.8"\n[dev-dependencies]\ncriterion = { workspace = true }\n[workspace]\nmembers = ["core"]\n`;
  const cargoLock = `[[package]]\nname = "rand"\nversion = "0.8.5"\n[[package]]\nname = "rand"\nversion = "0.7.3"\n`;
  expect(
    show({
      'pom.xml': pom,
      'g/build.gradle.kts': gradle,
      'g/gradle.lockfile': '# x\na:b:1.0.9=compileClasspath\nempty=\n',
      'go.mod': mod,
      'Cargo.toml': cargo,
      'Cargo.lock': cargoLock,
    }),
  ).toEqual([
    'pom.xml runtime a:b 5.1 -> none',
    'pom.xml dev m:n 9 -> none',
    'g/build.gradle.kts runtime a:b 1.0 -> 1.0.9',
    'g/build.gradle.kts dev c:d 2 -> none',
    'g/build.gradle.kts build e:f  -> none',
    'go.mod runtime example.com/one v1.0.0 -> v1.0.0',
    'go.mod runtime example.com/two v2.0.0 -> v2.0.0',
    'go.mod indirect example.com/three v3.0.0 -> v3.0.0',
    'Cargo.toml optional serde 1 -> none',
    'Cargo.toml runtime rand 0.8 -> 0.8.5, 0.7.3',
    'Cargo.toml dev criterion workspace -> none',
  ]);
});

it('readDependencies reports files that are not valid and reads the others', () => {
  const { projects, problems } = readDependencies([
    { path: 'package.json', text: '{' },
    { path: 'a/package.json', text: 'null' },
    { path: 'Cargo.toml', text: '= =' },
    { path: 'yarn.lock', text: '}' },
    { path: 'go.mod', text: '(((' },
  ]);
  expect(problems.map((problem) => problem.split(' ', 1)[0])).toEqual(['"package.json"', '"Cargo.toml"']);
  expect(projects.map(({ manifest }) => manifest)).toEqual(['a/package.json', 'go.mod']);
});

it.each([
  ['package.json', true],
  ['a/b/Cargo.lock', true],
  ['requirements/dev.txt', false],
  ['requirements-dev.txt', true],
  ['toString', false],
])('isDependencyFile(%s) is %s', (path, isOne) => {
  expect(isDependencyFile(path)).toBe(isOne);
});

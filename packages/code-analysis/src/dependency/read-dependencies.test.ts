import { expect, it } from 'vitest';
import { compareDependencyFiles, isDependencyFile } from './dependency-files.ts';
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

it('readDependencies fills in properties of properties, and takes version and scope from what the POM manages', () => {
  const managed = '<groupId>m</groupId><artifactId>n</artifactId><type>jar</type>';
  const pom = `<project><groupId>g</groupId><version>2</version><properties><a>\${b}</a><b>\${pom.version}.1</b></properties>
    <dependencyManagement><dependencies><dependency>${managed}<version>\${a}</version><scope>test</scope></dependency></dependencies></dependencyManagement>
    <dependencies><dependency>${managed}</dependency><dependency><groupId>\${project.groupId}</groupId><artifactId>c</artifactId><version>\${none}</version></dependency></dependencies></project>`;
  expect(show({ 'pom.xml': pom })).toEqual(['pom.xml dev m:n 2.1 -> none', 'pom.xml runtime g:c ${none} -> none']);
});

// https://go.dev/ref/mod#go-mod-file-require
it('reads blocks of go.mod with parentheses in comments, Windows line ends and no end', () => {
  const mod = [
    'require example.com/one v1.0.0',
    'require (',
    '\texample.com/two v2.0.0 // see (this)',
    '\t// example.com/none v0.0.0',
    '\texample.com/three v3.0.0 // indirect',
    ')',
    'replace example.com/one v1.0.0 => example.com/other v1.0.1',
    'required example.com/none v0.0.0',
    'require(',
    '\t"example.com/four" v4.0.0',
  ].join('\r\n');
  const { projects } = readDependencies([{ path: 'go.mod', text: mod }]);
  expect(projects[0]?.dependencies.map(({ name, declared, kind }) => `${kind} ${name} ${declared}`)).toEqual([
    'runtime example.com/one v1.0.0',
    'runtime example.com/two v2.0.0',
    'indirect example.com/three v3.0.0',
    'runtime example.com/four v4.0.0',
  ]);
});

it('reads a go.mod of 3 MB in which no block ends', () => {
  const text = 'require (\n'.repeat(300_000);
  expect(readDependencies([{ path: 'go.mod', text }]).projects).toMatchObject([{ dependencies: [] }]);
});

const catalog = `[versions]
okhttp = "4.12.0"
guava = { strictly = "[32, 34[", prefer = "33.0" }
[libraries]
okhttp-core = { module = "com.squareup.okhttp3:okhttp", version.ref = "okhttp" }
okhttp-bom = { group = "com.squareup.okhttp3", name = "okhttp-bom", version = "4.12.0" }
guava = { group = "com.google.guava", name = "guava", version.ref = "guava" }
slf4j_api = "org.slf4j:slf4j-api:2.0.9"
managed = { module = "a:managed" }
rich = { module = "a:rich", version = { require = "1", reject = ["2"] } }
lost = { module = "a:lost", version.ref = "none" }
broken = { name = "no-group" }
other = 3
[bundles]
net = ["okhttp-core", "slf4j_api", "none"]
[plugins]
kotlin-jvm = { id = "org.jetbrains.kotlin.jvm", version = "2.0.0" }
shadow = "com.gradleup.shadow:8.3.0"
`;

it('readDependencies reads version catalogs of Gradle, and what build files take from them', () => {
  const { projects, problems } = readDependencies(
    Object.entries({
      'gradle/libs.versions.toml': catalog,
      'app/build.gradle.kts': `plugins {
  alias(libs.plugins.kotlin.jvm) apply false
}
dependencies {
  implementation(libs.guava)
  api(platform(libs.okhttp.bom))
  debugImplementation(
    libs.bundles.net
  )
  testImplementation(libs.unknown.alias)
  implementation(project(":core"))
  implementation(projects.core.api)
  runtimeOnly(fileTree("libs"))
  implementation(kotlin("stdlib"))
  implementation group: 'a', name: 'b'
}
`,
      'app/gradle.lockfile': 'com.google.guava:guava:33.0=compileClasspath\n',
    }).map(([path, text]) => ({ path, text })),
  );
  const shown = projects.map(({ manifest, lockfile, dependencies }) => [
    manifest,
    lockfile,
    ...dependencies.map(({ kind, name, declared, locked }) => [kind, name, declared, locked].join(' ').trim()),
  ]);
  expect(shown).toEqual([
    [
      'gradle/libs.versions.toml',
      undefined,
      'runtime com.squareup.okhttp3:okhttp 4.12.0',
      'runtime com.squareup.okhttp3:okhttp-bom 4.12.0',
      'runtime com.google.guava:guava [32, 34[',
      'runtime org.slf4j:slf4j-api 2.0.9',
      'runtime a:managed',
      'runtime a:rich 1',
      'runtime a:lost',
      'build org.jetbrains.kotlin.jvm 2.0.0',
      'build com.gradleup.shadow 8.3.0',
    ],
    [
      'app/build.gradle.kts',
      'app/gradle.lockfile',
      'build org.jetbrains.kotlin.jvm 2.0.0',
      'runtime com.google.guava:guava [32, 34[ 33.0',
      'runtime com.squareup.okhttp3:okhttp-bom 4.12.0',
      'runtime com.squareup.okhttp3:okhttp 4.12.0',
      'runtime org.slf4j:slf4j-api 2.0.9',
      'dev libs.unknown.alias',
    ],
  ]);
  expect(problems).toEqual([
    '"gradle/libs.versions.toml": 2 dependencies are left out, because their names cannot be read.',
    '"app/build.gradle.kts": 2 dependencies are left out, because their names cannot be read.',
  ]);
});

it('readDependencies takes the entries of a bundle for names of libraries, not of bundles', () => {
  const bundles = Array.from(
    { length: 10 },
    (_empty, index) => `b${index + 1} = ["bundles-b${index}", "bundles.b0", "x"]`,
  );
  const text = ['[libraries]', 'x = "g:x:1"', '[bundles]', 'b0 = ["x", "x"]', ...bundles].join('\n');
  const files = { 'libs.versions.toml': text, 'build.gradle': 'implementation libs.bundles.b10\n' };
  expect(show(files)).toEqual(['libs.versions.toml runtime g:x 1 -> none', 'build.gradle runtime g:x 1 -> none']);
});

it('readDependencies reads Pipfile with its own lock file', () => {
  const pipfile = `[[source]]
url = "https://pypi.org/simple"
[packages]
Requests = {extras = ["socks"], version = ">=2", markers = "python_version > '3'"}
flask = "*"
own = {path = "./own", editable = true}
fork = {git = "https://example.com/fork.git", ref = "v1"}
odd = 3
[dev-packages]
pytest = "~=8"
[docs]
sphinx = "*"
[constructor]
x = "1"
[requires]
python_version = "3.12"
`;
  const lock = {
    _meta: { requires: { python_version: '3.12' } },
    default: { requests: { version: '==2.32.0' }, fork: { git: 'https://example.com/fork.git', ref: 'abc' } },
    develop: { pytest: { version: '==8.1' }, requests: { version: '==2.32.0' } },
  };
  const { projects, problems } = readDependencies([
    { path: 'Pipfile', text: pipfile },
    { path: 'Pipfile.lock', text: JSON.stringify(lock) },
    { path: 'requirements.txt', text: 'requests\n' },
  ]);
  expect(projects.map(({ manifest, lockfile }) => [manifest, lockfile])).toEqual([
    ['Pipfile', 'Pipfile.lock'],
    ['requirements.txt', undefined],
  ]);
  expect(projects[0]?.dependencies).toEqual([
    { kind: 'runtime', name: 'Requests', declared: '>=2', locked: '2.32.0' },
    { kind: 'runtime', name: 'flask', declared: '*' },
    { kind: 'runtime', name: 'own', declared: './own' },
    { kind: 'runtime', name: 'fork', declared: 'https://example.com/fork.git@v1', locked: 'abc' },
    { kind: 'runtime', name: 'odd', declared: '' },
    { kind: 'dev', name: 'pytest', declared: '~=8', locked: '8.1' },
    { kind: 'optional', name: 'sphinx', declared: '*' },
    { kind: 'optional', name: 'x', declared: '1' },
  ]);
  expect(problems).toEqual([]);
});

it('readDependencies finds the same a few files at a time, in their order', () => {
  const files = Object.entries({
    'Cargo.lock': '[[package]]\nname = "x"\nversion = "1.1"\n',
    'a/package.json': '{"dependencies":{"x":"1"}}',
    'package-lock.json': '{"packages":{"node_modules/x":{"version":"1.5.0"}}}',
    'a/package-lock.json': '{',
    'a/b/build.gradle': 'implementation libs.x\n',
    'gradle/libs.versions.toml': '[libraries]\nx = "g:x:1"\n',
    'gradle.lockfile': 'g:x:1=runtimeClasspath\n',
  }).map(([path, text]) => ({ path, text }));
  const whole = readDependencies(files);
  const ordered = files.toSorted((one, other) => compareDependencyFiles(one.path, other.path));
  expect(ordered.map(({ path }) => path)).toEqual([
    'a/package.json',
    'a/b/build.gradle',
    'gradle/libs.versions.toml',
    'a/package-lock.json',
    'Cargo.lock',
    'package-lock.json',
    'gradle.lockfile',
  ]);
  let projects: ReturnType<typeof readDependencies>['projects'] = [];
  for (const file of ordered) ({ projects } = readDependencies([file], projects));
  expect(projects).toEqual(whole.projects);
  expect(projects.map(({ lockfile }) => lockfile)).toEqual(['package-lock.json', 'gradle.lockfile', 'gradle.lockfile']);
  expect(projects[1]?.dependencies).toEqual([{ kind: 'runtime', name: 'g:x', declared: '1', locked: '1' }]);
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
  ['gradle/libs.versions.toml', true],
  ['Pipfile', true],
  ['Pipfile.lock', true],
])('isDependencyFile(%s) is %s', (path, isOne) => {
  expect(isDependencyFile(path)).toBe(isOne);
});

it('readDependencies visits the projects in the folder of a lock file or catalog, and no others', () => {
  const count = 400;
  let visits = 0;
  const places = Array.from({ length: count }, (_, place) => `p/${place}`);
  const known = places.flatMap((folder) => {
    const toProject = (manifest: string, ecosystem: 'npm' | 'gradle') => ({
      get manifest() {
        visits += 1;
        return `${folder}/app/${manifest}`;
      },
      ecosystem,
      workspaces: [],
      dependencies: [{ name: ecosystem === 'npm' ? 'a' : 'libs.a', declared: '', kind: 'runtime' as const }],
    });
    return [toProject('package.json', 'npm'), toProject('build.gradle', 'gradle')];
  });
  const lock = (version: string) => JSON.stringify({ packages: { 'node_modules/a': { version } } });
  const files = [
    ...places.map((folder, place) => ({ path: `${folder}/package-lock.json`, text: lock(`1.0.${place}`) })),
    ...places.map((folder) => ({
      path: `${folder}/gradle/libs.versions.toml`,
      text: `[libraries]\na = "org:a-${folder}:2"\n`,
    })),
    { path: 'package-lock.json', text: lock('9') },
  ];
  const { projects } = readDependencies(files, known);
  const found = projects.map(({ dependencies, lockfile }) => [dependencies[0], lockfile]);
  expect(found[14]).toEqual([{ name: 'a', declared: '', kind: 'runtime', locked: '1.0.7' }, 'p/7/package-lock.json']);
  expect(found[15]).toEqual([{ name: 'org:a-p/7', declared: '2', kind: 'runtime' }, undefined]);
  expect(visits).toBeLessThan(20 * count);
});

import { readDependencies } from '@shipmate/code-analysis/dependencies';
import { expect, it } from 'vitest';
import { linkProjects } from './link-projects.ts';

function read(files: Readonly<Record<string, string>>) {
  const { projects, problems } = readDependencies(
    Object.entries(files).map(([path, text]) => ({ path, text: `<project>${text}</project>` })),
  );
  const linked = linkProjects(projects, []);
  expect([...problems, ...linked.problems]).toEqual([]);
  return linked.projects.map(({ dependencies }) =>
    dependencies.map(({ kind, name, declared }) => `${kind} ${name} ${declared}`.trim()),
  );
}

function toDependency(name: string, version = '', rest = ''): string {
  const [groupId = '', artifactId = ''] = name.split(' ');
  const versionElement = version === '' ? '' : `<version>${version}</version>`;
  return `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId>${versionElement}${rest}</dependency>`;
}

const toDependencies = (...list: readonly string[]): string => `<dependencies>${list.join('')}</dependencies>`;
const toManaged = (...list: readonly string[]): string =>
  `<dependencyManagement>${toDependencies(...list)}</dependencyManagement>`;
const toParent = (rest = '', version = '1'): string =>
  `<parent><groupId>org.shop</groupId><artifactId>root</artifactId><version>${version}</version>${rest}</parent>`;
const root = '<groupId>org.shop</groupId><artifactId>root</artifactId><version>1</version>';

// https://maven.apache.org/pom.html#properties and
// https://maven.apache.org/ref/3.9.11/maven-model-builder/: inheritance assembly, model interpolation, dependency management injection
it.each([
  [
    'the project',
    `${root}${toDependencies(toDependency('${project.groupId} api', '${project.version}'), toDependency('${pom.groupId} b', '${version}'))}`,
    ['runtime org.shop:api 1', 'runtime org.shop:b 1'],
  ],
  [
    'its parent element',
    `${toParent('<relativePath/>', '3')}<artifactId>a</artifactId>${toDependencies(
      toDependency('${project.groupId} api', '${project.version}'),
      toDependency('${project.parent.groupId} ${project.parent.artifactId}', '${parent.version}'),
    )}`,
    ['runtime org.shop:api 3', 'runtime org.shop:root 3'],
  ],
  [
    'properties of properties',
    `<properties><a>\${b}.\${c}</a><b>1</b><c>2</c><project.version>9</project.version></properties>${root}${toDependencies(toDependency('x y', '${a}'), toDependency('x z', '${project.version}'))}`,
    ['runtime x:y 1.2', 'runtime x:z 1'],
  ],
  [
    'properties that are not set, of the prototype, and in a cycle',
    `<properties><a>\${b}</a><b>\${a}</b></properties>${toDependencies(toDependency('x y', '${none}'), toDependency('x z', '${constructor}'), toDependency('x w', '${a}'))}`,
    ['runtime x:y ${none}', 'runtime x:z ${constructor}', 'runtime x:w ${a}'],
  ],
  [
    'managed versions and scopes',
    `${root}${toManaged(toDependency('${project.groupId} a', '${project.version}'), toDependency('x b', '2', '<scope>test</scope>'), toDependency('x c', '3'))}${toDependencies(toDependency('org.shop a'), toDependency('x b'), toDependency('x c', '4'))}`,
    ['runtime org.shop:a 1', 'dev x:b 2', 'runtime x:c 4'],
  ],
  [
    'managed versions of another type or classifier',
    `${toManaged(toDependency('x a', '1', '<type>test-jar</type>'), toDependency('x b', '2', '<classifier>c</classifier>'), toDependency('x p', '3', '<type>pom</type><scope>import</scope>'))}${toDependencies(toDependency('x a'), toDependency('x a', '', '<type>test-jar</type>'), toDependency('x b'), toDependency('x b', '', '<classifier>c</classifier>'), toDependency('x p', '', '<type>pom</type>'))}`,
    ['runtime x:a', 'runtime x:a 1', 'runtime x:b', 'runtime x:b 2', 'runtime x:p'],
  ],
])('readDependencies fills in the versions of a POM from %s', (_from, pom, dependencies) => {
  expect(read({ 'pom.xml': pom })).toEqual([dependencies]);
});

const parent = `${root}<properties><v>5</v><w>6</w></properties>${toManaged(
  toDependency('x managed', '${w}'),
  toDependency('${project.groupId} own', '${project.version}'),
  toDependency('x tested', '7', '<scope>test</scope>'),
  toDependency('x both', '8'),
)}`;
const child = `<artifactId>child</artifactId><properties><w>9</w></properties>${toManaged(toDependency('x both', '10'))}${toDependencies(
  toDependency('x y', '${v}'),
  toDependency('x managed'),
  toDependency('org.shop own'),
  toDependency('x tested'),
  toDependency('x both'),
)}`;
const linked = [
  'runtime x:y 5',
  'runtime x:managed 9',
  'runtime org.shop:own 1',
  'dev x:tested 7',
  'runtime x:both 10',
];
const alone = [
  'runtime x:y ${v}',
  'runtime x:managed',
  'runtime org.shop:own',
  'runtime x:tested',
  'runtime x:both 10',
];

it.each([
  ['../pom.xml by default', { 'a/pom.xml': toParent() + child, 'pom.xml': parent }, linked],
  [
    'a folder',
    { 'a/pom.xml': toParent('<relativePath>../parent</relativePath>') + child, 'parent/pom.xml': parent },
    linked,
  ],
  [
    'a file of a folder beside it',
    { 'a/pom.xml': toParent('<relativePath>..\\p/./pom.xml</relativePath>') + child, 'p/pom.xml': parent },
    linked,
  ],
  [
    'the parent of the parent',
    {
      'a/b/pom.xml': `${toParent().replaceAll('root', 'mid')}${child}`,
      'a/pom.xml': `${toParent()}<artifactId>mid</artifactId>`,
      'pom.xml': parent,
    },
    linked,
  ],
  ['no file', { 'a/pom.xml': toParent('<relativePath/>') + child, 'pom.xml': parent }, alone],
  [
    'a POM with another version',
    { 'a/pom.xml': toParent('', '2') + child, 'pom.xml': parent },
    [...alone.slice(0, 2), ...alone.slice(2)],
  ],
  ['a POM with another name', { 'a/pom.xml': toParent().replace('root', 'boot') + child, 'pom.xml': parent }, alone],
  ['a file outside', { 'pom.xml': toParent() + child }, alone],
])('readDependencies inherits from %s', (_from, files, dependencies) => {
  expect(read(files)[0]).toEqual(dependencies);
});

it('readDependencies ends with parents in a cycle, and with properties that grow', () => {
  const cycle = toParent('<relativePath>pom.xml</relativePath>') + root.replace('<version>', '<version>');
  const laughs = Array.from(
    { length: 60 },
    (_empty, index) => `<p${index}>\${p${index + 1}}\${p${index + 1}}</p${index}>`,
  );
  const text = `${cycle}<properties>${laughs.join('')}</properties>${toDependencies(toDependency('x y', '${p0}'), toDependency('x z', '${z}'))}`;
  const [[grown = '', other] = []] = read({ 'pom.xml': text });
  expect(grown.length).toBeLessThan(1_000);
  expect(other).toBe('runtime x:z ${z}');
});

it('readDependencies bounds the managed versions that many POMs inherit', () => {
  const managed = Array.from({ length: 20_000 }, (_empty, index) => toDependency(`\${project.groupId} a${index}`, '1'));
  const children = Array.from({ length: 299 }, (_empty, index) => [
    `a${index}/pom.xml`,
    `<project>${toParent()}<artifactId>a${index}</artifactId>${toDependencies(toDependency('org.shop a7'))}</project>`,
  ]);
  const read = readDependencies(
    [['pom.xml', `<project>${root}${toManaged(...managed)}</project>`], ...children].map(([path = '', text = '']) => ({
      path,
      text,
    })),
  );
  const { projects, problems } = linkProjects(read.projects, []);
  expect(projects[1]?.dependencies).toEqual([{ name: 'org.shop:a7', declared: '1', kind: 'runtime' }]);
  expect(problems).toEqual([expect.stringMatching(/^Included files are left out/u)]);
});

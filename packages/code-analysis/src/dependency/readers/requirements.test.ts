import { expect, it } from 'vitest';
import { readDependencies } from '../read-dependencies.ts';

function read(files: Readonly<Record<string, string>>) {
  const { projects, problems } = readDependencies(Object.entries(files).map(([path, text]) => ({ path, text })));
  const shown = projects.map(({ manifest, dependencies }) => [
    manifest,
    ...dependencies.map(({ kind, name, declared }) => `${kind} ${name} ${declared}`.trim()),
  ]);
  return { shown, problems };
}

// https://pip.pypa.io/en/stable/reference/requirements-file-format/
const lines: readonly (readonly [text: string, ...dependencies: string[]])[] = [
  ['Requests[socks] >=2.0, <3 ; python_version > "3.8"', 'Requests >=2.0, <3'],
  ['a (>=2)', 'a (>=2)'],
  ['a===1', 'a ===1'],
  ['a==1 --hash=sha256:0123 --hash=sha256:4567', 'a ==1'],
  ['a==1 \\\n    --hash=sha256:0123 \\\n    --hash=sha256:4567\nb', 'a ==1', 'b'],
  ['a \\\n>=1,\\\r\n<2', 'a >=1,<2'],
  ['a==1 # why\n# b\n  # c \\\nd', 'a ==1', 'd'],
  ['a==1 \\\n# why \\\nb', 'a ==1', 'b'],
  ['a\\\n', 'a'],
  ['a @ https://example.com/a-1.0.zip', 'a https://example.com/a-1.0.zip'],
  ['a[x]@git+https://example.com/a.git@v1#subdirectory=b', 'a git+https://example.com/a.git@v1#subdirectory=b'],
  ['a @ file:///a ; os_name == "nt"', 'a file:///a'],
  [
    'https://example.com/my_app-1.2-py3-none-any.whl#sha256=12',
    'my-app https://example.com/my_app-1.2-py3-none-any.whl#sha256=12',
  ],
  [
    'https://example.com/my_app-1.2-py3-none-any.whl ; os_name == "nt"',
    'my-app https://example.com/my_app-1.2-py3-none-any.whl',
  ],
  ['https://example.com/a.zip', 'https://example.com/a.zip'],
  [
    'git+https://example.com/a.git@v1#egg=a[x]&subdirectory=b',
    'a git+https://example.com/a.git@v1#egg=a[x]&subdirectory=b',
  ],
  ['git+ssh://git@example.com/a.git#subdirectory=b&egg=a', 'a git+ssh://git@example.com/a.git#subdirectory=b&egg=a'],
  ['-e git+https://example.com/a.git#egg=a', 'a git+https://example.com/a.git#egg=a'],
  ['-e ./libs/a[x]', './libs/a'],
  ['--editable=.', '.'],
  ['--editable "../my lib"', '../my lib'],
  ['-e"b @ git+https://example.com/b.git"', 'b git+https://example.com/b.git'],
  ['./libs/a\nlibs/b', './libs/a', 'libs/b'],
  ['./dist/a-1.2-py3-none-any.whl', 'a ./dist/a-1.2-py3-none-any.whl'],
  ['-i https://example.com/simple\n--index-url https://example.com/simple\n--extra-index-url=https://example.com'],
  ['--no-index\n-f ./wheels\n--find-links ./wheels\n--pre\n--no-binary :all:\n--trusted-host example.com'],
  ['SECRET=abc\n= 1\nmore words'],
  ['a>=1\u2028 # why', 'a >=1'],
];

it.each(lines)('readDependencies reads the requirements %j', (text, ...dependencies) => {
  expect(read({ 'requirements.txt': text })).toEqual({
    shown: [['requirements.txt', ...dependencies.map((each) => `runtime ${each}`)]],
    problems: [],
  });
});

it.each([
  ['-r a.txt\n-rb.txt\n--requirement c.txt\n--requirement="./d e.txt"\n', ['a.txt', 'b.txt', 'c.txt', './d e.txt'], []],
  ["--pre -r a.txt # why\n-c b.txt\n--constraint 'c.txt'", ['a.txt'], ['b.txt', 'c.txt']],
  ['a -r a.txt\nb --constraint=c.txt', [], []],
  ['-r ../a.txt\n-r /a.txt\n-c https://example.com/a.txt', ['../a.txt', '/a.txt'], ['https://example.com/a.txt']],
  ['-r a.txt\n'.repeat(3), ['a.txt'], []],
])('readDependencies finds the files that requirements include: %j', (text, files, constraints) => {
  const { projects } = readDependencies([{ path: 'requirements.txt', text }]);
  expect(projects[0]?.links).toEqual({ files, constraints });
});

it('readDependencies reads a file of another name as included requirements, and XML as a POM', () => {
  const { projects } = readDependencies([
    { path: 'requirements/test.txt', text: 'a\n' },
    { path: 'parent.xml', text: '<project><artifactId>b</artifactId></project>' },
  ]);
  expect(projects).toMatchObject([
    { ecosystem: 'python', dependencies: [{ name: 'a', kind: 'dev' }] },
    { ecosystem: 'maven', name: 'b' },
  ]);
});

it.each([
  ['comments', ' #'.repeat(1_000_000)],
  ['line separators', `${' #'.repeat(500_000)}\u2028`],
  ['backslashes', `${'\\'.repeat(2_000_000)}x\\\n`],
  ['continuations', 'a\\\n'.repeat(500_000)],
  ['brackets', `a${'['.repeat(1_000_000)}\n./${'['.repeat(1_000_000)}`],
  ['options', `-e ${'-e "'.repeat(500_000)}`],
  ['includes', '-r x.txt\n-r /y.txt\n'.repeat(100_000)],
  ['spaces', `a${' '.repeat(1_000_000)}b\na @${' '.repeat(1_000_000)};b`],
  ['markers', `./a${' ;'.repeat(1_000_000)}`],
  ['wheels', `https://${'-'.repeat(1_000_000)}.whl`],
])('readDependencies reads hostile requirements: %s', (_name, text) => {
  const { shown } = read({ 'requirements.txt': text });
  expect(shown.flat().length).toBeLessThan(10);
});

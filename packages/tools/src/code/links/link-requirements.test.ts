import { readDependencies } from '@shipmate/code-analysis/dependencies';
import { expect, it } from 'vitest';
import { linkProjects } from './link-projects.ts';

function link(files: Readonly<Record<string, string>>, parts: readonly string[] = []) {
  const read = readDependencies(Object.entries(files).map(([path, text]) => ({ path, text })));
  const { projects, problems } = linkProjects(read.projects, parts);
  const shown = projects.map(({ manifest, dependencies }) => [
    manifest,
    ...dependencies.map(({ kind, name, declared }) => `${kind} ${name} ${declared}`.trim()),
  ]);
  return { shown, problems: [...read.problems, ...problems] };
}

// https://pip.pypa.io/en/stable/reference/requirements-file-format/ and https://pip.pypa.io/en/stable/user_guide/#constraints-files
it.each([
  ['-r requirements-base.txt', ['a ==1']],
  ['-rrequirements-base.txt', ['a ==1']],
  ['--requirement requirements-base.txt', ['a ==1']],
  ['--requirement="./requirements-base.txt"', ['a ==1']],
  ['b\n--pre -r requirements-base.txt # why', ['b', 'a ==1']],
  ['-r requirements-base.txt\n-r requirements-base.txt', ['a ==1']],
  ['-r requirements.txt\nb', ['b']],
  ['-r requirements-cycle.txt\nb', ['b', 'c']],
  ['-r lib/requirements.txt', ['d', 'e']],
  ['-r none.txt\nb', ['b']],
  ['A\n-c requirements-base.txt', ['A ==1']],
  ['a>=0\nb\n--constraint requirements-base.txt', ['a >=0,==1', 'b']],
  ['a @ https://example.com/a.zip\n-c requirements-base.txt', ['a https://example.com/a.zip']],
  ['f.g\n-c requirements-two.txt', ['f.g']],
  ['h\n-c requirements-two.txt', ['h https://example.com/h.zip']],
  ['b\n-c requirements-cycle.txt', ['b', 'c']],
  ['b -r requirements-base.txt', ['b']],
])('linkProjects follows the files that requirements name: %j', (text, dependencies) => {
  const { shown, problems } = link({
    'requirements.txt': text,
    'requirements-base.txt': 'a==1\n',
    'requirements-cycle.txt': '-r requirements.txt\n-r requirements-cycle.txt\nc\n',
    'requirements-two.txt': 'F-G==1; os_name == "nt"\nf_g==2; os_name != "nt"\nh @ https://example.com/h.zip\n',
    'lib/requirements.txt': 'd\n-r more/requirements-dev.txt\n',
    'lib/more/requirements-dev.txt': 'e\n-r ../requirements.txt\n',
  });
  const [, ...found] = shown[0] ?? [];
  expect(found.map((each) => each.replace(/^\w+ /u, ''))).toEqual(dependencies);
  expect(problems).toEqual([]);
});

it('linkProjects gives a dependency the kind of the file that declares it', () => {
  const files = { 'requirements-dev.txt': '-r requirements.txt\nb\n', 'requirements.txt': 'a\n' };
  expect(link(files).shown).toEqual([
    ['requirements-dev.txt', 'dev b', 'runtime a'],
    ['requirements.txt', 'runtime a'],
  ]);
});

it('linkProjects keeps locked versions, and leaves out parts', () => {
  const files = {
    'a/requirements.txt': '-r base/all.txt\n-c ../limits.txt\n',
    'a/base/all.txt': 'x\n',
    'limits.txt': 'x==2\n',
    'a/uv.lock': '[[package]]\nname = "x"\nversion = "2.0"\n',
  };
  const read = readDependencies(Object.entries(files).map(([path, text]) => ({ path, text })));
  expect(linkProjects(read.projects, ['a/base/all.txt', 'limits.txt']).projects).toEqual([
    {
      manifest: 'a/requirements.txt',
      ecosystem: 'python',
      lockfile: 'a/uv.lock',
      workspaces: [],
      dependencies: [{ name: 'x', declared: '==2', kind: 'runtime', locked: '2.0' }],
    },
  ]);
});

it('linkProjects bounds what files with the same parts have together', () => {
  const part = 'a\n'.repeat(100_000);
  const users = Array.from({ length: 300 }, (_empty, index) => [`requirements-${index}.txt`, '-r requirements.txt\n']);
  const read = readDependencies(
    [['requirements.txt', part], ...users].map(([path = '', text = '']) => ({ path, text })),
  );
  const { projects, problems } = linkProjects(read.projects, []);
  const count = projects.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  expect(count).toBeLessThan(500_000);
  expect(problems).toEqual([expect.stringMatching(/^Included files are left out/u)]);
});

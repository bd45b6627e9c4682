/**
 * Spellings of `.git` that some file system, or git itself, treats as `.git` (git's `is_hfs_dotgit` and
 * `is_ntfs_dotgit`).
 */
const gitFolderNames = [
  '.git',
  '.GIT',
  '.Git',
  '.gIT',
  '.git.',
  '.git ',
  '.git . .',
  '.git...',
  '.g\u200Cit',
  '.\u200Egit',
  '\u200D.git',
  '.git\uFEFF',
  '.gi\u206At',
  '.g\u202Eit',
  '.g\u00ADit',
  '.git\u200B',
  '.g\u0131t',
  '.\uFF47\uFF49\uFF54',
  'git~1',
  'GIT~1',
  'git~2',
  'git~1. ',
  'git~1:x',
  '.git::$INDEX_ALLOCATION',
  '.GIT:$I30:$INDEX_ALLOCATION',
  '.git:stream',
] as const;

/** Spellings of files that git reads from a tree (git's `is_ntfs_dotgitmodules` and its siblings). */
const gitFileNames = [
  '.GitModules',
  '.gitmodules ',
  '.gitmodules:x',
  '.gitmod\u200Cules',
  'gitmod~1',
  'GITMOD~4',
  'gi7eba~1',
  'gi7eb~10',
  '.gitattributes.',
  'gitatt~1',
  'gi7d29~1',
  'gitign~1',
] as const;

/** Names that Windows treats as devices or as streams of another file. */
const windowsNames = [
  'CON',
  'nul',
  'aux.yaml',
  'COM1',
  'lpt9.txt',
  'com\u00B9',
  'PRN .yaml',
  'CONIN$',
  'values.yaml:x',
] as const;

const deceptivePaths = [
  'templates/a\u202Elmay.yaml',
  'a\u2066b.yaml',
  'a\u061Cb.yaml',
  'a\u200Fb.yaml',
  'a\nb.yaml',
  'a\u007Fb.yaml',
  'a\u0085b.yaml',
  'a\u2028b.yaml',
] as const;

const escapingPaths = [
  '../a.yaml',
  'src/../../a.yaml',
  '.../a.yaml',
  '.. /a.yaml',
  '/a.yaml',
  'C:/a.yaml',
  '..\\a.yaml',
] as const;

/** Paths that no file may have, in a workspace, an archive or a repository. */
export const unsafePaths: readonly string[] = [
  ...gitFolderNames.map((name) => `${name}/config`),
  ...gitFolderNames.slice(0, 4).flatMap((name) => [name, `charts/a/${name}/hooks/post-checkout`]),
  ...gitFileNames,
  ...windowsNames,
  'templates/nul/a.yaml',
  ...deceptivePaths,
  ...escapingPaths,
];

/** Paths that every entry point accepts, with their normalized form. */
export const safePaths: readonly (readonly [path: string, normalized: string])[] = [
  ['./src/../src/a.yaml', 'src/a.yaml'],
  ['././a.yaml', 'a.yaml'],
  ['templates/./a.yaml', 'templates/a.yaml'],
  ['.git/../a.yaml', 'a.yaml'],
  ['.github/workflows/a.yaml', '.github/workflows/a.yaml'],
  ['.gitignore', '.gitignore'],
  ['.gitattributes', '.gitattributes'],
  ['.gitmodules', '.gitmodules'],
  ['.gitlab-ci.yml', '.gitlab-ci.yml'],
  ['git/config', 'git/config'],
  ['a.git/config', 'a.git/config'],
  ['templates/console.yaml', 'templates/console.yaml'],
  ['templates/com10.yaml', 'templates/com10.yaml'],
  ['templates/gr\u00F6\u00DFe.yaml', 'templates/gr\u00F6\u00DFe.yaml'],
  ['docs/\uD83D\uDC69\u200D\uD83D\uDCBB.md', 'docs/\uD83D\uDC69\u200D\uD83D\uDCBB.md'],
  ['a/HEAD', 'a/HEAD'],
];

/** Trees in which each path alone is safe, and the paths together are not. */
export const unsafeTrees: readonly (readonly [name: string, paths: readonly string[]])[] = [
  ['names that differ in case', ['a.yaml', 'A.yaml']],
  ['names that differ by a trailing dot', ['a.yaml', 'a.yaml.']],
  ['names that differ by a trailing space', ['a.yaml', 'a.yaml ']],
  ['names that differ in Unicode form', ['gr\u00F6\u00DFe.yaml', 'gro\u0308\u00DFe.yaml']],
  ['names that differ by an ignorable code point', ['a.yaml', 'a\u200C.yaml']],
  ['a folder that is a git repository', ['x/HEAD', 'x/config', 'x/objects/a', 'x/refs/a']],
  ['a folder that is a git repository in other case', ['x/head', 'x/config', 'x/Objects/a', 'x/Refs/a']],
  ['a folder that is a git worktree', ['x/HEAD', 'y/objects/a', 'y/refs/a', 'x/commondir']],
];

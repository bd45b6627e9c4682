/** The languages whose structure is read. */
export const codeLanguages = [
  'typescript',
  'javascript',
  'python',
  'java',
  'go',
  'rust',
  'csharp',
  'cpp',
  'php',
  'ruby',
  'bash',
] as const;

export type CodeLanguage = (typeof codeLanguages)[number];

const extensions: Readonly<Record<string, CodeLanguage>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescript',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  pyi: 'python',
  java: 'java',
  go: 'go',
  rs: 'rust',
  cs: 'csharp',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  php: 'php',
  rb: 'ruby',
  rake: 'ruby',
  sh: 'bash',
  bash: 'bash',
};

/** Returns the language of a file by its extension; `undefined` for one that is not read. */
export function codeLanguageOf(path: string): CodeLanguage | undefined {
  const extension = /[^/]\.([^./]*)$/u.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
}

/** Returns true for the languages that `oxc-parser` reads. */
export function isScript(language: CodeLanguage): language is 'typescript' | 'javascript' {
  return language === 'typescript' || language === 'javascript';
}

/** Returns the dialect of a script. JavaScript is read with JSX, which has no other meaning there. */
export function dialectOf(path: string, language: CodeLanguage | undefined): 'ts' | 'tsx' | 'dts' | 'jsx' {
  if (/\.d\.[mc]?ts$/u.test(path)) return 'dts';
  if (/\.[mc]?ts$/u.test(path)) return 'ts';
  if (path.endsWith('.tsx')) return 'tsx';
  return language === 'typescript' ? 'ts' : 'jsx';
}

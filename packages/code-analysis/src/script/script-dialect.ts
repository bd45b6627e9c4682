import type { SourceText } from '../structure/code-structure.ts';

type ScriptDialect = 'ts' | 'tsx' | 'dts' | 'jsx';

/** Returns the dialect of a script. JavaScript is read with JSX, which has no other meaning there. */
export function dialectOf({ path, language }: SourceText): ScriptDialect {
  if (/\.d\.[mc]?ts$/u.test(path)) return 'dts';
  if (/\.[mc]?ts$/u.test(path)) return 'ts';
  if (path.endsWith('.tsx')) return 'tsx';
  return language === 'typescript' ? 'ts' : 'jsx';
}

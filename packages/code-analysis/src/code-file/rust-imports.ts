import type { WrittenImport } from '@shipmate/domain/code-map';
import type { CodeToken } from '../token/read-tokens.ts';

const maxPaths = 500;
const maxTokens = 2_000;

/** Lists `mod x;`, and the paths of `use` and `extern crate`, with lists such as `a::{b, c::d}` taken apart. */
export function readRustImports(tokens: readonly CodeToken[]): readonly WrittenImport[] {
  const found: WrittenImport[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text, line } = tokens[at] as CodeToken;
    const next = tokens[at + 1];
    if (kind !== 'word') continue;
    if (text === 'mod' && next?.kind === 'word' && tokens[at + 2]?.text === ';')
      found.push(toImport(`mod ${next.text}`, line));
    if (text === 'crate' && tokens[at - 1]?.text === 'extern' && next) found.push(toImport(next.text, line));
    if (text === 'use' && startsStatement(tokens[at - 1])) {
      found.push(...readPaths(tokens.slice(at + 1, at + maxTokens)).map((path) => toImport(path, line)));
    }
  }
  return found;
}

/** Returns a static import, which is the only kind in most languages. */
export function toImport(module: string, line: number): WrittenImport {
  return { module, kind: 'static', typeOnly: false, line };
}

function startsStatement(before: CodeToken | undefined): boolean {
  return before === undefined || ';{})]'.includes(before.text) || before.text === 'pub';
}

/** Reads the paths up to the semicolon. */
function readPaths(tokens: readonly CodeToken[]): string[] {
  const paths: string[] = [];
  const prefixes: (readonly string[])[] = [];
  let names: string[] = [];
  let isRenamed = false;
  const finish = (): void => {
    const path = [...(prefixes.at(-1) ?? []), ...names];
    if (names.length > 0 && paths.length < maxPaths) paths.push(path.join('::'));
    names = [];
    isRenamed = false;
  };
  for (const { kind, text } of tokens) {
    if (text === 'as') isRenamed = true;
    else if (kind === 'word' && !isRenamed) names.push(text);
    else if (text === '*') names.push('*');
    else if (text === '{') {
      prefixes.push([...(prefixes.at(-1) ?? []), ...names].slice(0, 20));
      names = [];
    } else if (text === ',' || text === '}' || text === ';') finish();
    if (text === '}') prefixes.pop();
    if (text === ';') break;
  }
  return paths;
}

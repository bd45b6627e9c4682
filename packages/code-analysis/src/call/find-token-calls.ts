import type { CodeToken } from '../token/read-tokens.ts';
import { type CallArgument, type CodeCall, maxCalls } from './code-call.ts';

const maxNames = 6;
/** Tokens of arguments that are read of one call. */
const maxArgumentTokens = 80;

/** Finds calls with their literal arguments in the tokens of a file, in time linear in their number. */
export function findTokenCalls(tokens: readonly CodeToken[]): CodeCall[] {
  const calls: CodeCall[] = [];
  for (let at = 1; at < tokens.length && calls.length < maxCalls; at += 1) {
    const name = tokens[at - 1];
    if (tokens[at]?.text !== '(' || tokens[at]?.kind !== 'mark' || name?.kind !== 'word') continue;
    const { callee, start } = calleeBefore(tokens, at);
    const before = tokens[start - 1]?.text;
    calls.push({
      callee,
      isNew: before === 'new',
      decorates: before === '@' || (before === '[' && tokens[start - 2]?.text === '#'),
      ...argumentsFrom(tokens, at + 1),
      line: tokens[start]?.line ?? name.line,
    });
  }
  return calls;
}

/** Joins the names before a bracket: `a.b`, `a::b` and `a->b` are all `a.b`. */
function calleeBefore(tokens: readonly CodeToken[], bracket: number): { callee: string; start: number } {
  const names = [tokens[bracket - 1]?.text ?? ''];
  let start = bracket - 1;
  while (names.length < maxNames) {
    const length = separatorBefore(tokens, start);
    const name = tokens[start - 1 - length];
    if (length === 0 || name?.kind !== 'word') {
      if (length > 0 && name?.text === ')') names.unshift('()');
      break;
    }
    names.unshift(name.text);
    start -= length + 1;
  }
  return { callee: names.join('.').replaceAll('.().', '().'), start };
}

/** The number of tokens of the `.`, `::` or `->` before a token. */
function separatorBefore(tokens: readonly CodeToken[], start: number): number {
  const [last, first] = [tokens[start - 1]?.text, tokens[start - 2]?.text];
  if (last === '.') return 1;
  return (last === ':' && first === ':') || (last === '>' && first === '-') ? 2 : 0;
}

function argumentsFrom(tokens: readonly CodeToken[], from: number): Pick<CodeCall, 'arguments' | 'named'> {
  const positional: CallArgument[] = [];
  const named = new Map<string, readonly string[]>();
  let depth = 0;
  let part: CodeToken[] = [];
  const finish = (): void => {
    const [name, mark] = part;
    const isNamed = name?.kind === 'word' && (mark?.text === '=' || mark?.text === ':') && part[2]?.text !== '=';
    if (isNamed) named.set(name.text, stringsOf(part.slice(2)));
    else if (part.length > 0) positional.push(toArgument(part));
    part = [];
  };
  for (const token of tokens.slice(from, from + maxArgumentTokens)) {
    const isMark = token.kind === 'mark';
    if (isMark && ')]}'.includes(token.text)) depth -= 1;
    if (depth < 0) {
      finish();
      break;
    }
    if (isMark && token.text === ',' && depth === 0) finish();
    else part.push(token);
    if (isMark && '([{'.includes(token.text)) depth += 1;
  }
  return { arguments: positional, named };
}

function toArgument(part: readonly CodeToken[]): CallArgument {
  const strings = part.filter(({ kind }) => kind === 'string').map(({ text }) => text);
  // Adjacent strings of Python, and prefixes such as f and r.
  const isString = part.every(({ kind, text }) => kind === 'string' || /^[bBfFrRuU]{1,2}$/u.test(text));
  if (isString && strings.length > 0) return { kind: 'string', values: [strings.join('')] };
  const isList = part.length > 1 && part.every(({ kind, text }) => kind === 'string' || '[]{},()'.includes(text));
  return isList && strings.length > 0 ? { kind: 'strings', values: strings } : { kind: 'other', values: [] };
}

function stringsOf(part: readonly CodeToken[]): readonly string[] {
  const argument = toArgument(part);
  if (argument.kind !== 'other') return argument.values;
  // A constant such as `RequestMethod.POST`.
  return part.length === 3 && part[1]?.text === '.' ? [part[2]?.text ?? ''] : [];
}

import type { CodeLanguage } from '../language/code-language.ts';
import { type LexicalRules, lexicalRulesOf } from './lexical-rules.ts';

/** A word, a string without its quotes, or one other character. */
export interface CodeToken {
  readonly kind: 'word' | 'string' | 'mark';
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** The tokens and comments of a text. */
export interface CodeTokens {
  readonly tokens: readonly CodeToken[];
  readonly comments: readonly string[];
}

/** The most tokens and comments of a file. */
const maxTokens = 500_000;
const maxStringLength = 20_000;

/**
 * Splits a source text into tokens in linear time, without regard to its grammar. A string or comment that is not closed ends with its
 * line or the text.
 */
export function readTokens(text: string, language: CodeLanguage): CodeTokens {
  const rules = lexicalRulesOf(language);
  const tokens: CodeToken[] = [];
  const comments: string[] = [];
  let line = 1;
  let counted = 0;
  /** Counts the line feeds up to an offset. */
  const lineAt = (offset: number): number => {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < offset; at = text.indexOf('\n', counted)) {
      line += 1;
      counted = at + 1;
    }
    return line;
  };
  for (let at = 0; at < text.length && tokens.length + comments.length < maxTokens; ) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      at += 1;
      continue;
    }
    if (isWordCode(code)) {
      const end = endOfWord(text, at);
      tokens.push({ kind: 'word', text: text.slice(at, end), line: lineAt(at) });
      at = end;
      continue;
    }
    const comment = commentEnd(text, at, rules);
    if (comment !== undefined) {
      comments.push(text.slice(at, Math.min(comment, at + maxStringLength)));
      at = comment;
      continue;
    }
    if (rules.hasCharacters && text[at] === "'") {
      at += text[at + 1] === '\\' ? 3 : text[at + 2] === "'" ? 3 : 1;
      continue;
    }
    const string = readString(text, at, rules);
    if (string) tokens.push({ kind: 'string', text: string.value, line: lineAt(at) });
    else tokens.push({ kind: 'mark', text: text[at] ?? '', line: lineAt(at) });
    at = string?.end ?? at + 1;
  }
  return { tokens, comments };
}

function isWordCode(code: number): boolean {
  const isDigit = code >= 48 && code <= 57;
  const lower = code | 32;
  return isDigit || (lower >= 97 && lower <= 122) || code === 95 || code === 36 || code > 127;
}

function endOfWord(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && isWordCode(text.charCodeAt(end))) end += 1;
  return end;
}

/** The end of the comment at an offset; undefined if there is none. */
function commentEnd(text: string, at: number, { lineComments, blockComment }: LexicalRules): number | undefined {
  if (blockComment && text.startsWith(blockComment[0], at)) {
    const end = text.indexOf(blockComment[1], at + blockComment[0].length);
    return end < 0 ? text.length : end + blockComment[1].length;
  }
  if (!lineComments.some((mark) => text.startsWith(mark, at))) return undefined;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function readString(
  text: string,
  at: number,
  { strings }: LexicalRules,
): { readonly value: string; readonly end: number } | undefined {
  const rule = strings.find(({ mark }) => text.startsWith(mark, at));
  if (!rule) return undefined;
  const { mark, isLong, hasEscapes } = rule;
  const from = at + mark.length;
  let end = from;
  while (end < text.length && !text.startsWith(mark, end)) {
    if (!isLong && text[end] === '\n') break;
    end += hasEscapes && text[end] === '\\' ? 2 : 1;
  }
  const value = text.slice(from, Math.min(end, from + maxStringLength));
  return { value, end: text.startsWith(mark, end) ? end + mark.length : Math.min(end, text.length) };
}

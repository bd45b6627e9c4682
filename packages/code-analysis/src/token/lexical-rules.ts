import type { CodeLanguage } from '../language/code-language.ts';

/** How comments and strings of a language are written. */
export interface LexicalRules {
  readonly lineComments: readonly string[];
  readonly blockComment?: readonly [open: string, close: string];
  /** Delimiters of strings, longest first. */
  readonly strings: readonly StringRule[];
  /** True if `'x'` is one character and another single quote begins no string. */
  readonly hasCharacters?: boolean;
}

/** One form of a string. */
interface StringRule {
  readonly mark: string;
  /** True if a line feed does not end it. */
  readonly isLong: boolean;
  readonly hasEscapes: boolean;
}

const double: StringRule = { mark: '"', isLong: false, hasEscapes: true };
const single: StringRule = { mark: "'", isLong: false, hasEscapes: true };
const tripleDouble: StringRule = { mark: '"""', isLong: true, hasEscapes: true };
const tripleSingle: StringRule = { mark: "'''", isLong: true, hasEscapes: true };
const backtick: StringRule = { mark: '`', isLong: true, hasEscapes: true };
const raw: StringRule = { mark: '`', isLong: true, hasEscapes: false };
const long = ({ mark }: StringRule): StringRule => ({ mark, isLong: true, hasEscapes: true });

const block = ['/*', '*/'] as const;
const cLike: LexicalRules = { lineComments: ['//'], blockComment: block, strings: [double, single] };
const scripts: LexicalRules = { ...cLike, strings: [double, single, backtick] };

const rules: Readonly<Record<CodeLanguage, LexicalRules>> = {
  typescript: scripts,
  javascript: scripts,
  python: { lineComments: ['#'], strings: [tripleDouble, tripleSingle, double, single] },
  java: { ...cLike, strings: [tripleDouble, double, single] },
  go: { ...cLike, strings: [double, single, raw] },
  rust: { ...cLike, strings: [long(double)], hasCharacters: true },
  csharp: { ...cLike, strings: [tripleDouble, double, single] },
  cpp: cLike,
  php: { lineComments: ['//', '#'], blockComment: block, strings: [long(double), long(single)] },
  ruby: { lineComments: ['#'], strings: [long(double), long(single)] },
  bash: { lineComments: ['#'], strings: [long(double), { mark: "'", isLong: true, hasEscapes: false }] },
};

/** Returns the rules of a language. */
export function lexicalRulesOf(language: CodeLanguage): LexicalRules {
  return rules[language];
}

import type { CodeMapSymbol, FileAnalysis } from './code-map.ts';

/** Words that say nothing about the code that a question is about. */
const stopWords: ReadonlySet<string> = new Set(
  `a an and any are as at be been being but by can could did do does each every for from had has have how i if in into is it its me my of on
  or our shall should so some such than that the their them then there these they this those to was we were what when where which while
  who whose why will with would you your code file files please find show located defined implemented happen happens`.split(
    /\s+/u,
  ),
);

/** Longest word that is indexed, in characters. */
const maxWord = 100;

/** Splits text and identifiers of any script into words in lower case: `parseHTTPUrl` → parse, http, url. */
export function splitCodeWords(text: string): readonly string[] {
  return text
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word.length <= maxWord);
}

/** Returns the stem that forms of an English word share: `indexes`, `indexing`, `indexed` → index. */
export function toStem(word: string): string {
  const [singular, suffix] = word.length > 3 ? stripPlural(word) : [word, false];
  const base = singular.length > 5 ? singular.replace(/(?<=.{3})(?:ing|ed|er|or|ion)$/u, '') : singular;
  const isStripped = suffix || base !== singular;
  const single = isStripped ? base.replace(/([bdfgmnprt])\1$/u, '$1') : base;
  return single.length > 3 ? single.replace(/(?:e|y|i)$/u, '') : single;
}

function stripPlural(word: string): readonly [string, boolean] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, true];
  if (/(?:x|ch|sh|ss)es$/u.test(word)) return [word.slice(0, -2), true];
  if (word.endsWith('s') && !/(?:ss|us|is)$/u.test(word)) return [word.slice(0, -1), true];
  return [word, false];
}

/** Returns the stems of an identifier's words and, if there are several, the identifier in one piece. */
function toIdentifierWords(identifier: string): readonly string[] {
  const words = splitCodeWords(identifier);
  const stems = words.map(toStem);
  return words.length > 1 ? [...stems, words.join('').slice(0, maxWord)] : stems;
}

/** The words by which a file's content is found, separated by blanks. */
interface AnalysisWords {
  /** Names of symbols. */
  readonly names: string;
  /** First lines of documentation. */
  readonly docs: string;
  /** Comments and strings. */
  readonly text: string;
}

/** Bounds of the indexed text, in characters. */
const limits = { names: 20_000, docs: 10_000, text: 2_000 };

/** Returns the words by which the content of a file is found. */
export function toAnalysisWords({ symbols, words }: Pick<FileAnalysis, 'symbols' | 'words'>): AnalysisWords {
  return {
    names: cut(symbols.map(({ name }) => toIdentifierWords(name).join(' ')).join(' '), limits.names),
    docs: cut(
      symbols.flatMap(({ doc }) => (doc === null ? [] : splitCodeWords(doc.slice(0, 500)).map(toStem))).join(' '),
      limits.docs,
    ),
    text: splitCodeWords(words.slice(0, limits.text)).map(toStem).join(' '),
  };
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, text.lastIndexOf(' ', length));
}

/** Returns the words by which a path is found: of the file's name and of its folders. */
export function toPathWords(path: string): { readonly name: string; readonly folders: string } {
  const slash = path.lastIndexOf('/');
  const stem = path.slice(slash + 1).replace(/(?<=.)\.[^.]*$/u, '');
  const all = path
    .slice(slash + 1)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, maxWord);
  return {
    name: [...toIdentifierWords(stem), all].join(' '),
    folders: splitCodeWords(path.slice(0, Math.max(0, slash)))
      .map(toStem)
      .join(' '),
  };
}

/** A term of a question about code, with the forms in which code may have it. */
export interface CodeTerm {
  /** Letters and digits; the first is the term itself, as a stem. */
  readonly variants: readonly { readonly word: string; readonly weight: number; readonly isPrefix: boolean }[];
}

/** Abbreviations that code uses, and actions of one meaning. */
const groups = `auth authentication authorization authorize authenticate login
db database|config configuration settings options|repo repository|dir directory folder|msg message|req request|res response
err error failure|env environment|arg argument|param parameter|delete remove drop|fetch load read|store save persist|init initialize
id identifier|impl implementation|util utility|spec test|async asynchronous|sync synchronize|info information|max maximum|min minimum
num number count|str string|fn function|ctx context|src source|dest destination target|prev previous|cmd command|conn connection
attr attribute|prop property|ref reference|doc documentation|temp temporary|exec execute run|regex regexp pattern|html markup
merge combine|compare diff|split divide|validate check verify|convert transform|encode serialize stringify|decode deserialize parse`
  .split(/[|\n]/u)
  .map((group) => group.trim().split(/\s+/u).map(toStem));

const maxTerms = 12;

/** Splits a question about code into terms. Words without meaning are dropped unless there are no others. */
export function toCodeTerms(question: string): readonly CodeTerm[] {
  const identifiers = question.slice(0, 1_000).split(/[^\p{L}\p{N}_$-]+/u);
  const words = identifiers.flatMap((identifier) => {
    const parts = splitCodeWords(identifier);
    const whole = parts.length > 1 ? [parts.join('').slice(0, maxWord)] : [];
    return [...parts.map((part) => ({ part, whole: false })), ...whole.map((part) => ({ part, whole: true }))];
  });
  const meant = words.filter(({ part, whole }) => whole || !stopWords.has(part));
  const stems = new Map<string, boolean>();
  for (const { part, whole } of meant.length > 0 ? meant : words) {
    const stem = whole ? part : toStem(part);
    stems.set(stem, whole);
  }
  return [...stems].slice(0, maxTerms).map(([word, whole]) => ({ variants: toVariants(word, whole) }));
}

function toVariants(word: string, isWhole: boolean): CodeTerm['variants'] {
  const others = isWhole ? [] : (groups.find((group) => group.includes(word)) ?? []).filter((other) => other !== word);
  return [
    { word, weight: 1, isPrefix: false },
    ...(word.length >= 4 ? [{ word, weight: 0.5, isPrefix: true }] : []),
    ...others.map((other) => ({ word: other, weight: 0.5, isPrefix: false })),
  ];
}

/** Returns the share of a question's terms that a symbol's name has, from 0 to 1; its documentation counts half. */
export function matchSymbol({ name, doc }: Pick<CodeMapSymbol, 'name' | 'doc'>, terms: readonly CodeTerm[]): number {
  if (terms.length === 0) return 0;
  const names = new Set(toIdentifierWords(name));
  const docs = new Set(splitCodeWords((doc ?? '').slice(0, 500)).map(toStem));
  let sum = 0;
  for (const { variants } of terms) {
    let best = 0;
    for (const { word, weight, isPrefix } of variants) {
      if (isPrefix) continue;
      if (names.has(word)) best = Math.max(best, weight);
      else if (docs.has(word)) best = Math.max(best, weight / 2);
    }
    sum += best;
  }
  return sum / terms.length;
}

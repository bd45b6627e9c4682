import type { CodeFact, FileAnalysis, WrittenImport } from '@shipmate/domain/code-map';
import { type AnalyzeOptions, analyzeStructure, defaultStackBytes } from '../analyze-structure.ts';
import type { CodeCall, CodeLiteral } from '../call/code-call.ts';
import { findTokenCalls } from '../call/find-token-calls.ts';
import { readDockerFacts } from '../fact/read-docker-facts.ts';
import { readEntryPoints } from '../fact/read-entry-points.ts';
import type { FactSource } from '../fact/fact-source.ts';
import { readHttpClients } from '../fact/read-http-clients.ts';
import { readQueues } from '../fact/read-queues.ts';
import { readRoutes } from '../fact/read-routes.ts';
import { readTables, sqlFacts } from '../fact/read-tables.ts';
import { readYamlFacts } from '../fact/read-yaml-facts.ts';
import { type CodeLanguage, codeLanguageOf, isScript } from '../language/code-language.ts';
import { fitsParser } from '../script/fits-parser.ts';
import type { CodeStructure, SourceText } from '../structure/code-structure.ts';
import { type CodeTokens, readTokens } from '../token/read-tokens.ts';
import { toWords } from './to-words.ts';
import { toWrittenImports } from './written-imports.ts';

/** The content of a file as a code map has it. */
export interface CodeFileContent extends Omit<FileAnalysis, 'key'> {
  /** The number of syntax errors; declarations around them are read. */
  readonly syntaxErrors: number;
}

/** A file to analyze. */
export interface CodeFileText {
  readonly path: string;
  readonly text: string;
  /** The name of its language: one that is parsed, or another, of which only words and facts are read. */
  readonly language: string;
}

/** The most facts of one file. */
const maxFacts = 1_000;

/**
 * Reads declarations, imports, facts and words of a file. The result depends on text and language only.
 *
 * @throws AppError as `analyzeStructure` does.
 */
export async function analyzeCodeFile(file: CodeFileText, options: AnalyzeOptions = {}): Promise<CodeFileContent> {
  const lines = countLines(file.text);
  const language = codeLanguageOf(file.path);
  if (language === undefined) return { lines, ...readPlainFile(file), syntaxErrors: 0 };
  const source = { path: file.path, text: file.text, language };
  const structure = await analyzeStructure(source, options);
  const lexed = readTokens(file.text, language);
  const found = await findCalls(source, lexed, options);
  const facts = readFacts({ ...source, ...found }, structure, lexed);
  return {
    lines,
    symbols: structure.symbols.map(({ name, kind, container, startLine, endLine, exported, doc }) => ({
      name,
      kind,
      container: container ?? null,
      startLine,
      endLine,
      exported,
      doc: doc ?? null,
    })),
    imports: withRequires(toWrittenImports(structure, lexed.tokens), found.calls),
    facts: facts.slice(0, maxFacts),
    words: toWords([...lexed.comments, ...lexed.tokens.flatMap(({ kind, text }) => (kind === 'string' ? text : []))]),
    syntaxErrors: structure.syntaxErrors,
  };
}

function countLines(text: string): number {
  if (text === '') return 0;
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function readPlainFile({ text, language }: CodeFileText): Omit<CodeFileContent, 'lines' | 'syntaxErrors'> {
  return { symbols: [], imports: [], facts: readPlainFacts(text, language).slice(0, maxFacts), words: toWords([text]) };
}

function readPlainFacts(text: string, language: string): readonly CodeFact[] {
  if (language === 'yaml') return readYamlFacts(text);
  if (language === 'docker') return readDockerFacts(text);
  if (language !== 'sql') return [];
  let line = 1;
  return text.split(';').flatMap((statement) => {
    const facts = sqlFacts({ text: statement, line });
    line += countLines(`${statement}.`) - 1;
    return facts;
  });
}

interface FoundCalls {
  readonly calls: readonly CodeCall[];
  readonly literals: readonly CodeLiteral[];
}

/** Scripts without any of these have no facts, and no `require` inside of functions. A whole tree takes three times as long as the rest. */
const hints: readonly RegExp[] = [
  /\b(?:\$?fetch|axios|got|ky|uri|require|knex|sendToQueue|selectFrom|insertInto|updateTable|deleteFrom|replaceInto|createTable|pgTable|mysqlTable|sqliteTable|route)(?:<[^<>()]{0,200}>)?\(/u,
  /\b(?:Queue|Worker|QueueEvents|QueueUrl|topics?|KafkaConsumer)\b|@(?:Get|Post|Put|Patch|Delete|All|Controller|Entity|Table)\(/u,
  /\.(?:get|post|put|patch|delete|head|options|all|any|request|send|sendAfter|publish|insert|schedule|work|subscribe|fetch|consume)(?:<[^<>()]{0,200}>)?\(\s*["'`{]/iu,
  /["'`]\s*(?:select|insert|update|delete|create|with|merge|truncate|alter|drop)\s/iu,
];

/** Scripts are read from their tree; of those that do not fit the parser only `require` is read, from their tokens, as other languages are. */
async function findCalls(
  source: SourceText & { readonly language: CodeLanguage },
  { tokens }: CodeTokens,
  { stackBytes = defaultStackBytes }: AnalyzeOptions,
): Promise<FoundCalls> {
  if (isScript(source.language)) {
    if (!hints.some((hint) => hint.test(source.text))) return { calls: [], literals: [] };
    if (!fitsParser(source, stackBytes)) {
      return { calls: findTokenCalls(tokens).filter(({ callee }) => callee === 'require'), literals: [] };
    }
    const { findScriptCalls } = await import('../call/find-script-calls.ts');
    return findScriptCalls(source);
  }
  return { calls: findTokenCalls(tokens), literals: tokens.filter(({ kind }) => kind === 'string') };
}

/** Adds calls of `require` inside of functions to the imports. */
function withRequires(imports: readonly WrittenImport[], calls: readonly CodeCall[]): readonly WrittenImport[] {
  const known = new Set(imports.map(({ module, line }) => `${line}:${module}`));
  const added = calls.flatMap(({ callee, arguments: [first], line }): WrittenImport[] => {
    const module = first?.kind === 'string' ? first.values[0] : undefined;
    if (callee !== 'require' || module === undefined || module === '' || module.includes('{}')) return [];
    return known.has(`${line}:${module}`) ? [] : [{ module, kind: 'require', typeOnly: false, line }];
  });
  return added.length === 0 ? imports : [...imports, ...added].toSorted((one, other) => one.line - other.line);
}

const readers = [readRoutes, readHttpClients, readQueues, readTables, readEntryPoints];

function readFacts(
  { language, calls, literals }: FoundCalls & { readonly language: CodeLanguage },
  { imports, symbols }: CodeStructure,
  { tokens }: CodeTokens,
): CodeFact[] {
  const source: FactSource = {
    language,
    calls,
    literals,
    tokens,
    modules: imports.map(({ module }) => module),
    symbols,
  };
  const facts = readers.flatMap((read) => read(source));
  const distinct = new Map(facts.map((fact) => [`${fact.kind}\0${fact.name}\0${fact.line}`, fact]));
  return [...distinct.values()].toSorted((one, other) => one.line - other.line);
}

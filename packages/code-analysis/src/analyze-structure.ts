import { AppError } from '@shipmate/core';
import { codeLanguageOf, codeLanguages, isScript } from './language/code-language.ts';
import { fitsParser } from './script/fits-parser.ts';
import type { CodeStructure, SourceText } from './structure/code-structure.ts';

/** Options for {@link analyzeStructure}. */
export interface AnalyzeOptions {
  /**
   * The stack of the calling thread that the native parser may use. A script that might need more is read with a
   * slower parser. Default: 2 MiB, which every thread of Node.js has.
   */
  readonly stackBytes?: number;
  /** The time that a grammar may take. Valid files of a megabyte take about 0.3 s. Default: 5 000. */
  readonly timeMs?: number;
}

/** The stack that every thread of Node.js has, beside its own frames. */
export const defaultStackBytes: number = 2 * 1024 * 1024;

/** The longest file that is read, in characters. */
export const maxSourceLength: number = 4_000_000;

/**
 * Reads functions, classes, methods, imports and exports of a source file. Syntax errors are counted, not thrown; a script
 * that `oxc-parser` gives up at one is read with the grammar.
 *
 * The time is linear in the length: 10 MB or more a second for TypeScript and JavaScript, about 3 MB for other languages.
 *
 * @throws AppError `VALIDATION_ERROR` for an unknown language, `PAYLOAD_TOO_LARGE` over {@link maxSourceLength}, `TIMEOUT`
 * for a text that takes a grammar longer than `timeMs`.
 *
 * @example
 * const { symbols } = await analyzeStructure({ path: 'src/main.py', text });
 */
export async function analyzeStructure(
  source: SourceText,
  { stackBytes = defaultStackBytes, timeMs = 5_000 }: AnalyzeOptions = {},
): Promise<CodeStructure> {
  const language = source.language ?? codeLanguageOf(source.path);
  if (language === undefined) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `The language of "${source.path}" is not known. These are read: ${codeLanguages.join(', ')}.`,
      details: { field: 'language' },
    });
  }
  if (source.text.length > maxSourceLength) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `"${source.path}" has more than ${maxSourceLength} characters.`,
      details: { path: source.path },
    });
  }
  // Each parser is loaded with the first file that needs it.
  const fits = isScript(language) && fitsParser({ ...source, language }, stackBytes);
  if (fits) {
    const { readScriptStructure } = await import('./script/read-script-structure.ts');
    const structure = readScriptStructure({ ...source, language });
    if (structure !== undefined) return structure;
  }
  const { readGrammarStructure } = await import('./grammar/read-grammar-structure.ts');
  const structure = await readGrammarStructure({ ...source, language }, timeMs);
  // The grammar may accept what the other parser gave up at.
  return fits ? { ...structure, syntaxErrors: Math.max(1, structure.syntaxErrors) } : structure;
}

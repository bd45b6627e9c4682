import { AppError } from '@shipmate/core';
import { type Document, LineCounter, visit } from 'yaml';
import { parseYamlDocuments, type YamlOptions } from './parse-yaml-documents.ts';

/** Options for {@link parseYaml}. */
export interface ParseYamlOptions extends Omit<YamlOptions, 'lineCounter' | 'logLevel'> {
  /** The input field that holds the text, for the error. */
  readonly field: string;
  /** Maximum number of aliases (`*name`) in one document. Default: 100. */
  readonly maxAliases?: number;
  /** Uses the last of duplicate keys. Default: they are errors. */
  readonly allowDuplicateKeys?: boolean;
}

/** Resolving an alias searches the whole document. */
const defaultMaxAliases = 100;

/** Parses one YAML or JSON document to plain data; an empty text is `null`. @throws AppError `VALIDATION_ERROR` with line and column */
export function parseYaml(text: string, options: ParseYamlOptions): unknown {
  const [first = null, second] = parseAllYaml(text, options);
  if (second !== undefined) throw invalidYaml(options.field, 'it holds more than one document');
  return first;
}

/** Parses every document of a YAML text to plain data. @throws AppError `VALIDATION_ERROR` with line and column of the first error */
export function parseAllYaml(
  text: string,
  { field, maxAliases = defaultMaxAliases, allowDuplicateKeys = false, ...options }: ParseYamlOptions,
): readonly unknown[] {
  const lineCounter = new LineCounter();
  const documents = parseYamlDocuments(text, { ...options, lineCounter, logLevel: 'silent' });
  return documents.map((document) => {
    const error = document.errors.find(({ code }) => !(allowDuplicateKeys && code === 'DUPLICATE_KEY'));
    if (error) {
      const { line, col } = lineCounter.linePos(error.pos[0]);
      throw invalidYaml(field, `line ${line}, column ${col}: ${error.message}`, error);
    }
    if (countAliases(document) > maxAliases) throw invalidYaml(field, `it has more than ${maxAliases} aliases`);
    return toPlainData(document, field);
  });
}

/** An alias may name a missing anchor, or multiply the size of its value. */
function toPlainData(document: Document, field: string): unknown {
  try {
    return document.toJS({ maxAliasCount: defaultMaxAliases }) as unknown;
  } catch (thrown) {
    if (!(thrown instanceof ReferenceError)) throw thrown;
    throw invalidYaml(field, thrown.message, thrown);
  }
}

function countAliases(document: Document): number {
  let count = 0;
  visit(document, { Alias: () => void (count += 1) });
  return count;
}

function invalidYaml(field: string, reason: string, cause?: unknown): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `"${field}" is not valid YAML: ${reason}.`,
    details: { field },
    cause,
  });
}

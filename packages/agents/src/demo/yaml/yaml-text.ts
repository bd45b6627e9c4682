import { AppError } from '@shipmate/core';
import { parseYamlDocuments } from '@shipmate/domain/yaml';
import { Document, stringify } from 'yaml';

/** Reads YAML with the place of every node. @throws AppError `VALIDATION_ERROR` when it does not parse. */
export function parseYaml(content: string): Document {
  const [document = new Document()] = parseYamlDocuments(content);
  const [error] = document.errors;
  if (error) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `The file is not valid YAML: ${error.message.split('\n')[0]}`,
      cause: error,
    });
  }
  return document;
}

/** Writes a value as YAML, every line after `indent` spaces, without a line break at the end. */
export function toYamlLines(value: unknown, indent = 0): string {
  const text = stringify(value, { lineWidth: 0 }).trimEnd();
  return text.replace(/^(?=.)/gm, ' '.repeat(indent));
}

/** How many characters stand before `offset` on its line. */
export function columnOf(content: string, offset: number): number {
  return offset - (content.lastIndexOf('\n', offset - 1) + 1);
}

/** Puts `text` on lines of their own below the line on which `content` last says something before `end`. */
export function insertLinesAfter(content: string, end: number, text: string): string {
  const last = content.slice(0, end).trimEnd().length;
  const lineBreak = content.indexOf('\n', last);
  const at = lineBreak === -1 ? content.length : lineBreak;
  return `${content.slice(0, at)}\n${text}${content.slice(at) || '\n'}`;
}

/** Adds top-level lines at the end, after a blank line. */
export function appendSection(content: string, text: string): string {
  const before = content.trimEnd();
  return `${before}${before === '' ? '' : '\n\n'}${text}\n`;
}

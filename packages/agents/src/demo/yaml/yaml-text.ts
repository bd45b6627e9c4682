import { AppError } from '@shipmate/core';
import { parseYamlDocuments } from '@shipmate/domain/yaml';
import { Document, stringify } from 'yaml';

/** Parses YAML with the position of every node. @throws AppError `VALIDATION_ERROR` when it is invalid. */
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

/** Formats a value as YAML, every line indented by `indent` spaces, without a trailing line break. */
export function toYamlLines(value: unknown, indent = 0): string {
  const text = stringify(value, { lineWidth: 0 }).trimEnd();
  return text.replace(/^(?=.)/gm, ' '.repeat(indent));
}

/** Returns the number of characters before `offset` on its line. */
export function columnOf(content: string, offset: number): number {
  return offset - (content.lastIndexOf('\n', offset - 1) + 1);
}

/** Inserts `text` on lines of its own after the last line of `content` before `end` that is not blank. */
export function insertLinesAfter(content: string, end: number, text: string): string {
  const last = content.slice(0, end).trimEnd().length;
  const lineBreak = content.indexOf('\n', last);
  const at = lineBreak === -1 ? content.length : lineBreak;
  return `${content.slice(0, at)}\n${text}${content.slice(at) || '\n'}`;
}

/** Appends top-level lines after a blank line. */
export function appendSection(content: string, text: string): string {
  const before = content.trimEnd();
  return `${before}${before === '' ? '' : '\n\n'}${text}\n`;
}

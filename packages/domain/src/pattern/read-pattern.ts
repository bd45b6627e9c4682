import { AppError } from '@shipmate/core';
import { parse } from 'yaml';
import { z } from 'zod';
import type { PatternDocument } from './pattern.ts';
import { patternDocumentSchema } from './pattern-document.ts';
import { readHeading } from './read-heading.ts';

const fieldsSchema = z.record(z.string(), z.unknown());

const frontMatter = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Reads a Markdown document with front matter (`kind`, `title`, `tags`, `source`). Without a title there, the first heading is it.
 *
 * @throws AppError `VALIDATION_ERROR` that says what is wrong with it.
 */
export function readMarkdownPattern(text: string): PatternDocument {
  const [head = '', yaml = ''] = frontMatter.exec(text) ?? [];
  const body = text.slice(head.length).trim();
  const fields = readYaml(yaml);
  const parsed = patternDocumentSchema.strict().safeParse({ ...fields, title: fields['title'] || titleOf(body), body });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw invalid(`${field ? `${field}: ` : ''}${issue?.message ?? 'It cannot be read.'}`, field);
}

function titleOf(body: string): string | undefined {
  return body
    .split(/\r?\n/)
    .map(readHeading)
    .find((heading) => heading?.level === 1)?.title;
}

function readYaml(text: string): Readonly<Record<string, unknown>> {
  const parsed = fieldsSchema.safeParse(parseYaml(text) ?? {});
  if (parsed.success) return parsed.data;
  throw invalid('The front matter has to be a list of fields, such as "title: How we run databases".', 'title');
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0, schema: 'core' });
  } catch (thrown) {
    throw invalid('The front matter is no YAML.', 'title', thrown);
  }
}

function invalid(message: string, field: string, cause?: unknown): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field }, cause });
}

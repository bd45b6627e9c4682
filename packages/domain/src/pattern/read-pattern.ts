import { AppError, describeIssue } from '@shipmate/core';
import { z } from 'zod';
import { parseYaml } from '../yaml/parse-yaml.ts';
import type { PatternDocument } from './pattern.ts';
import { patternDocumentSchema } from './pattern-document.ts';
import { readHeading } from './read-heading.ts';

/** The field name in errors. */
const field = 'front matter';

const maxFrontMatter = 10_000;

const fieldsSchema = z.record(z.string(), z.unknown());

const frontMatter = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Parses a Markdown document with front matter (`kind`, `title`, `tags`, `source`). The default title is the
 * first heading.
 *
 * @throws AppError `VALIDATION_ERROR` that names the fault.
 */
export function readMarkdownPattern(text: string): PatternDocument {
  const [head = '', yaml = ''] = frontMatter.exec(text) ?? [];
  const body = text.slice(head.length).trim();
  const fields = readFields(yaml);
  const parsed = patternDocumentSchema
    .strict()
    .safeParse({ ...fields, title: fields['title'] || titleOf(body), body }, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.path.join('.') ?? '';
  throw invalidPattern(`${name ? `${name}: ` : ''}${issue?.message ?? 'It cannot be read.'}`, name);
}

function titleOf(body: string): string | undefined {
  return body
    .split(/\r?\n/)
    .map(readHeading)
    .find((heading) => heading?.level === 1)?.title;
}

function readFields(text: string): Readonly<Record<string, unknown>> {
  if (text.length > maxFrontMatter) {
    throw invalidPattern(
      `The front matter has ${text.length} characters; at most ${maxFrontMatter} are allowed.`,
      field,
    );
  }
  const parsed = fieldsSchema.safeParse(parseYaml(text, { field, schema: 'core', maxAliases: 0 }) ?? {});
  if (parsed.success) return parsed.data;
  throw invalidPattern('The front matter has to be a list of fields, such as "title: How we run databases".', 'title');
}

function invalidPattern(message: string, field: string, cause?: unknown): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field }, cause });
}

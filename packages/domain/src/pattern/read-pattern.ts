import { AppError } from '@shipmate/core';
import { parse } from 'yaml';
import { z } from 'zod';
import { type PatternDocument, patternKinds, patternLimits } from './pattern.ts';
import { readHeading } from './read-heading.ts';

const { titleLength, tagLength, bodyLength, tags: maxTags } = patternLimits;

/** A pattern as JSON; its fields but `body` are also the front matter of a Markdown document. */
export const patternDocumentSchema = z.object({
  kind: z.enum(patternKinds).default('pattern'),
  title: z.string().trim().min(1).max(titleLength),
  tags: z.array(z.string().trim().min(1).max(tagLength)).max(maxTags).default([]),
  source: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .default(null),
  body: z.string().trim().min(1).max(bodyLength),
});

const frontMatter = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Reads a Markdown document with front matter (`kind`, `title`, `tags`, `source`). Without a title there, the first heading is it.
 *
 * @throws AppError `VALIDATION_ERROR` that says what is wrong with it.
 */
export function readMarkdownPattern(text: string): PatternDocument {
  const [head = '', yaml = ''] = frontMatter.exec(text) ?? [];
  const body = text.slice(head.length).trim();
  const title = body
    .split('\n')
    .map(readHeading)
    .find((heading) => heading?.level === 1)?.title;
  const parsed = patternDocumentSchema
    .strict()
    .safeParse({ ...(title !== undefined && { title }), ...readYaml(yaml), body });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw invalid(`${field ? `${field}: ` : ''}${issue?.message ?? 'It cannot be read.'}`, field);
}

function readYaml(text: string): object {
  const value: unknown = parseYaml(text) ?? {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
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

import { readFile } from 'node:fs/promises';
import { AppError } from '@shipmate/core';
import { parseYaml } from '@shipmate/domain/yaml';
import type { RuleChangesResponse } from '@shipmate/protocol/web/rule-files';

/** The argument of commands that read a file of rules; the option `--file` is another way to give it. */
export const fileArgument = {
  description: 'The YAML file, as "shipmate rules export" writes it; "-" for standard input.',
};

/** The option of commands that read a file of rules. */
export const fileOption = {
  type: 'string',
  short: 'f',
  placeholder: '<path>',
  description: 'The same as <file>.',
} as const;

/** Reads a YAML file of rules. @throws AppError `VALIDATION_ERROR` that names the file, with line and column */
export async function readRuleFile(path: string | undefined): Promise<object> {
  if (path === undefined) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'The file is missing. Add its path.' });
  }
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new AppError({ code: 'VALIDATION_ERROR', message: `Cannot read "${path}" (${reason}).`, cause });
  });
  const data = parseYaml(text, { field: path });
  if (typeof data === 'object' && data !== null && 'rules' in data) return data;
  throw new AppError({ code: 'VALIDATION_ERROR', message: `${path}: the field "rules" is missing.` });
}

const signs = { create: '+', update: '~', unchanged: '=' } as const;

/** Formats changes as lines: `~ Low stock alert: changed "Send alert"`. */
export function formatChanges({ changes, unnamed }: RuleChangesResponse): readonly string[] {
  const lines = changes.flatMap(({ name, change, summary, warnings }) => [
    `${signs[change]} ${name}${summary === '' ? '' : `: ${summary}`}`,
    ...warnings.map(({ path, message, code }) => `    warning: ${path}: ${message} (${code})`),
  ]);
  const count = (kind: keyof typeof signs) => changes.filter(({ change }) => change === kind).length;
  const rest = unnamed.length === 0 ? '' : ` ${unnamed.length} not in the file stay as they are.`;
  const totals = `${count('create')} to create, ${count('update')} to change, ${count('unchanged')} unchanged.`;
  return [...lines, `${totals}${rest}`];
}

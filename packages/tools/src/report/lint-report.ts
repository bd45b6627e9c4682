import { redactSecrets } from '@shipmate/domain/secrets';
import { z } from 'zod';

/** The formats of linters: the JSON of ESLint, and the lines with which Biome reports to GitHub. */
export type LintFormat = 'eslint' | 'github';

/** A place that a linter reports. */
interface LintProblem {
  /** The path from the checkout. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  /** Null for a file that cannot be parsed. */
  readonly rule: string | null;
  readonly message: string;
}

/** The results of a linter. */
export interface LintReport {
  readonly errors: number;
  readonly warnings: number;
  /** At most 200, errors first; the counts cover all. */
  readonly problems: readonly LintProblem[];
}

const maxProblems = 200;
/** Of each text of a problem. */
const maxMessage = 1_000;

const eslintSchema = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        ruleId: z.string().nullable().catch(null),
        severity: z.number(),
        message: z.string(),
        line: z.int().catch(1),
        column: z.int().catch(1),
      }),
    ),
  }),
);

/** Reads the report of a linter. `root` is the checkout, which is left out of paths. Returns `undefined` for a text that is none. */
export function parseLintReport(format: LintFormat, text: string, root: string): LintReport | undefined {
  const found = format === 'eslint' ? readEslint(text) : readGithub(text);
  if (found === undefined) return undefined;
  const errors = found.filter(({ severity }) => severity === 'error');
  const warnings = found.filter(({ severity }) => severity === 'warning');
  const problems = [...errors, ...warnings].slice(0, maxProblems).map(({ file, rule, message, ...problem }) => ({
    ...problem,
    file: toShown(file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file).replace(/^\.\//u, ''),
    rule: rule === null ? null : toShown(rule),
    message: toShown(message),
  }));
  return { errors: errors.length, warnings: warnings.length, problems };
}

/** Redacts a text before it is cut, because a part of a secret is not recognized. */
function toShown(text: string): string {
  return redactSecrets(text.slice(0, 4 * maxMessage)).slice(0, maxMessage);
}

function readEslint(text: string): readonly LintProblem[] | undefined {
  const parsed = eslintSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  return parsed.data.flatMap(({ filePath: file, messages }) =>
    messages.map(({ ruleId: rule, severity, ...place }) => ({
      ...place,
      file,
      rule,
      severity: severity === 2 ? ('error' as const) : ('warning' as const),
    })),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `::error title=lint/x,file=a.ts,line=1,endLine=1,col=2,endColumn=3::Text`, with `%25`, `%0A`, `%2C` and `%3A` for reserved characters. */
function readGithub(text: string): readonly LintProblem[] {
  return text.split('\n').flatMap((each) => {
    const [, severity, fields = '', message = ''] = /^::(error|warning) ([^:]*)::(.*)$/u.exec(each) ?? [];
    if (severity === undefined) return [];
    const values = new Map(
      fields.split(',').map((field) => [field.split('=')[0], field.slice(field.indexOf('=') + 1)]),
    );
    const file = values.get('file');
    if (file === undefined) return [];
    return [
      {
        file: decode(file),
        line: Number(values.get('line')) || 1,
        column: Number(values.get('col')) || 1,
        severity: severity === 'error' ? ('error' as const) : ('warning' as const),
        rule: decode(values.get('title') ?? '') || null,
        message: decode(message),
      },
    ];
  });
}

const escapes: Readonly<Record<string, string>> = { '%25': '%', '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',' };

function decode(text: string): string {
  return text.replaceAll(/%(?:25|0D|0A|3A|2C)/gu, (code) => escapes[code] ?? code);
}

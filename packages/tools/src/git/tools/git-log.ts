import { AppError, fenceText } from '@shipmate/core/tool';
import { z } from 'zod';
import {
  defineGitTool,
  type Git,
  type GitToolContext,
  keptStart,
  openGit,
  pathsSchema,
  refSchema,
  toPathArguments,
} from './git-tool.ts';

/** A commit without its changes. */
export function commitSchema() {
  return z.object({
    hash: z.string(),
    parents: z.array(z.string()),
    author: z.string(),
    email: z.string(),
    date: z.string(),
    subject: z.string(),
    body: z.string(),
  });
}

type Commit = z.output<ReturnType<typeof commitSchema>>;

/** Messages contain no NUL, so the fields cannot be confused. */
const fields = ['%H', '%P', '%an', '%ae', '%aI', '%s', '%b'];
/** Of commits whose messages are too large together: without the bodies, and with the beginning of the rest. */
const shortFields = ['%H', '%P', '%<(400,trunc)%an', '%<(400,trunc)%ae', '%aI', '%<(2000,trunc)%s', '…'];
const maxName = 200;
const maxSubject = 500;
const maxBody = 2_000;

/** Reads commits; the newest first. */
export async function readCommits(git: Git, args: readonly string[]): Promise<Commit[]> {
  const toCommand = (given: readonly string[]) => [
    'log',
    '-z',
    '--no-color',
    '--no-decorate',
    '--no-notes',
    '--no-show-signature',
    '--encoding=UTF-8',
    `--format=tformat:${given.join('%x00')}`,
    ...args,
  ];
  let output = await git.run(toCommand(fields));
  if (output.exitCode !== 0) await git.read(toCommand(fields));
  if (output.truncated) output = await git.run(toCommand(shortFields));
  const values = keptStart(output).split('\0');
  const count = Math.floor(values.length / fields.length);
  const commits = Array.from({ length: count }, (_, index) => {
    const [hash = '', parents = '', author = '', email = '', date = '', subject = '', body = ''] = values.slice(
      index * fields.length,
    );
    return { hash, parents: parents.split(' ').filter(Boolean), author, email, date, subject, body };
  });
  // Cut afterwards, because a part of a secret is not recognized.
  return (await git.redact(commits)).map(({ author, email, subject, body, ...commit }) => ({
    ...commit,
    author: cut(author, maxName),
    email: cut(email, maxName),
    subject: cut(subject, maxSubject),
    body: cut(body, maxBody),
  }));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : text.trimEnd();
}

/** Renders a commit for a model; it was written by others. */
export function describeCommit({ hash, author, email, date, subject, body }: Commit): string {
  const head = `${hash} ${date} ${author} <${email}>\n    ${subject}`;
  return body === '' ? head : `${head}\n${body.replaceAll(/^(?=.)/gmu, '    ')}`;
}

export const gitLog = defineGitTool({
  name: 'gitLog',
  description:
    'Lists commits that a ref contains, the newest first, with author, date and message. Narrow the list by paths, author, date or ' +
    'another ref; read on with skip.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      ref: refSchema().default('HEAD'),
      from: refSchema().optional().describe('Only commits that this ref does not contain: from..ref.'),
      paths: pathsSchema().optional().describe('Only commits that change these files and folders.'),
      limit: z.int().min(1).max(200).default(20),
      skip: z.int().min(0).max(100_000).default(0),
      since: z
        .string()
        .regex(/^[\w :.+-]{1,40}$/u)
        .optional()
        .describe('Only commits after this date, for example "2026-01-31" or "2 weeks ago".'),
      author: z
        .string()
        .min(1)
        .max(100)
        .regex(/^[^\0]*$/u, 'must not hold NUL characters')
        .optional()
        .describe('Only commits whose author or email contains this text.'),
    }),
  output: () => z.object({ commits: z.array(commitSchema()), truncated: z.boolean() }),
  async execute({ ref, from, paths, limit, skip, since, author }, context: GitToolContext) {
    const end = toPathArguments(paths);
    const git = await openGit(context);
    if (since !== undefined) await requireDate(git, since);
    const head = ref === 'HEAD' ? await git.head() : await git.commitOf(ref);
    if (head === undefined) return { commits: [], truncated: false };
    const excluded = from === undefined ? [] : [`^${await git.commitOf(from)}`];
    const found = await readCommits(git, [
      `--max-count=${limit + 1}`,
      `--skip=${skip}`,
      ...(since === undefined ? [] : [`--since=${since}`]),
      ...(author === undefined ? [] : [`--author=${author}`, '--fixed-strings', '--regexp-ignore-case']),
      head,
      ...excluded,
      ...end,
    ]);
    return { commits: found.slice(0, limit), truncated: found.length > limit };
  },
  toModel({ commits, truncated }) {
    if (commits.length === 0) return 'No commits.';
    const more = truncated ? ' There are more: read on with skip.' : '';
    const text = commits.map(describeCommit).join('\n');
    return `${commits.length} commits.${more}\n${fenceText(text, { source: 'file' })}`;
  },
});

/** Git takes a date that it does not understand for the present. @throws AppError `VALIDATION_ERROR` for such a date. */
async function requireDate(git: Git, since: string): Promise<void> {
  const { exitCode } = await git.run(['config', '--type=expiry-date', `--default=${since}`, '--get', 'shipmate.since']);
  if (exitCode === 0) return;
  const problem = `${JSON.stringify(since)} is no date that git understands`;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `since ${problem}. Give one such as "2026-01-31", "yesterday" or "2 weeks ago".`,
    details: { issues: [{ path: 'since', message: problem }] },
  });
}

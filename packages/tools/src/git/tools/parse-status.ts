import { z } from 'zod';

/** A path with its state. */
function changeSchema() {
  return z.object({
    path: z.string(),
    status: z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type-changed']),
  });
}

/** The state of a checkout. */
export function statusSchema() {
  return z.object({
    /** The branch that is checked out; null when HEAD is detached. */
    branch: z.string().nullable(),
    /** The commit of HEAD; null before the first commit. */
    commit: z.string().nullable(),
    upstream: z.string().nullable(),
    ahead: z.number().int(),
    behind: z.number().int(),
    clean: z.boolean(),
    staged: z.array(changeSchema()),
    unstaged: z.array(changeSchema()),
    untracked: z.array(z.string()),
    conflicted: z.array(z.string()),
    renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  });
}

type Status = z.output<ReturnType<typeof statusSchema>>;

const statuses: Readonly<Record<string, Status['staged'][number]['status']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
};

/** Parses the output of `git status --porcelain=v2 -z --branch`. */
export function parseStatus(output: string): Status {
  const status: Status = {
    branch: null,
    commit: null,
    upstream: null,
    ahead: 0,
    behind: 0,
    clean: true,
    staged: [],
    unstaged: [],
    untracked: [],
    conflicted: [],
    renamed: [],
  };
  const records = output.split('\0').values();
  for (const record of records) {
    if (record === '') continue;
    if (record.startsWith('# ')) {
      readHeader(status, record.slice(2));
      continue;
    }
    status.clean = false;
    if (record.startsWith('?')) status.untracked.push(record.slice(2));
    else if (record.startsWith('u')) status.conflicted.push(fieldsAfter(record, 10));
    else readChange(status, record, record.startsWith('2') ? records.next().value : undefined);
  }
  return status;
}

function readChange(status: Status, record: string, from: string | undefined): void {
  const path = fieldsAfter(record, from === undefined ? 8 : 9);
  if (from !== undefined) status.renamed.push({ from, to: path });
  const [staged, unstaged] = [statuses[record[2] ?? ''], statuses[record[3] ?? '']];
  if (staged) status.staged.push({ path, status: staged });
  if (unstaged) status.unstaged.push({ path, status: unstaged });
}

function readHeader(status: Status, header: string): void {
  const [name = '', ...words] = header.split(' ');
  const value = words.join(' ');
  if (name === 'branch.oid') status.commit = value === '(initial)' ? null : value;
  if (name === 'branch.head') status.branch = value === '(detached)' ? null : value;
  if (name === 'branch.upstream') status.upstream = value;
  if (name === 'branch.ab') {
    status.ahead = Number(words[0]);
    status.behind = Math.abs(Number(words[1]));
  }
}

/** The rest of a record after a number of fields; a path may contain spaces. */
function fieldsAfter(record: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field += 1) at = record.indexOf(' ', at) + 1;
  return record.slice(at);
}

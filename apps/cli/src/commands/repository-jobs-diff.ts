import { missingResult } from '@shipmate/domain/repository';
import type { JobFileView } from '@shipmate/protocol/web/repositories';
import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { printDiff } from '../print-diff.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { countOf, jobArgument, readJob } from '../repositories/repository-job.ts';

/** `shipmate repository-jobs diff`: prints the changes of a job as a patch. */
export const repositoryJobsDiff = defineCommand({
  arguments: { job: jobArgument },
  options: { json: jsonOption, ...connectionOptions },
  examples: [
    ['repository-jobs diff 01a2…', 'Read the changes of a job'],
    ['repository-jobs diff 01a2… | git apply', 'Apply them to a checkout'],
  ],
  notes: `The output is a patch. Files without lines to show are named on standard error.\n${connectionNotes}`,
  run: ({ job: id, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { result, status, changedFiles } = await readJob(connection, id);
      if (result === null) throw missingResult(status);
      const { files } = result;
      if (json) return printJson(terminal, { files });
      for (const file of files) {
        const patch = toPatch(file);
        if (patch === undefined) terminal.warn(`Not shown: ${file.path} (${toReason(file)})`, 'yellow');
        else printDiff((line, style) => terminal.print(line, style), patch);
      }
      const hidden = (changedFiles ?? files.length) - files.length;
      if (hidden > 0) terminal.warn(`Not shown: ${countOf(hidden, 'more changed file')}.`, 'yellow');
      if (files.length === 0) terminal.warn('The job changed nothing.');
    }),
});

/** Returns a file's change as a patch that `git apply` takes; undefined if its lines are not known. */
function toPatch({ path, oldPath, status, patch, reason }: JobFileView): string | undefined {
  const isRename = oldPath !== null && oldPath !== path;
  if (patch === null && !(isRename && reason === 'no_lines')) return undefined;
  const before = toGitPath('a', oldPath ?? path);
  const after = toGitPath('b', path);
  const renamed = isRename ? [`rename from ${oldPath}`, `rename to ${path}`] : [];
  const heading =
    patch === null
      ? []
      : [
          `--- ${status === 'added' ? '/dev/null' : before}`,
          `+++ ${status === 'deleted' ? '/dev/null' : after}`,
          patch,
        ];
  return [`diff --git ${before} ${after}`, ...renamed, ...heading].join('\n').trimEnd();
}

/** Quotes a path as git does if its characters would end it. */
function toGitPath(side: 'a' | 'b', path: string): string {
  const text = `${side}/${path}`;
  return /["\\\n\t]/u.test(text) ? JSON.stringify(text) : text;
}

function toReason({ reason, patch }: JobFileView): string {
  if (reason === undefined) return patch === null ? 'binary or too large' : '';
  return { binary: 'binary', no_lines: 'no changed lines', too_large: 'too large' }[reason];
}

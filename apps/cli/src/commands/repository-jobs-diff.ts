import { missingResult } from '@shipmate/domain/repository';
import type { JobFileView } from '@shipmate/protocol/web/repositories';
import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { printDiff } from '../print-diff.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { countOf, jobArgument, readJob } from '../repositories/repository-job.ts';
import { toFilePatch } from '../to-file-patch.ts';

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
        const reason = toReason(file);
        if (reason !== undefined) terminal.warn(`Not shown: ${file.path} (${reason})`, 'yellow');
        else printDiff((line, style) => terminal.print(line, style), toFilePatch({ ...file, hunks: file.patch ?? '' }));
      }
      const hidden = (changedFiles ?? files.length) - files.length;
      if (hidden > 0) terminal.warn(`Not shown: ${countOf(hidden, 'more changed file')}.`, 'yellow');
      if (files.length === 0) terminal.warn('The job changed nothing.');
    }),
});

/** Returns why the lines of a change cannot be printed; undefined if they can. */
function toReason({ patch, status, reason }: JobFileView): string | undefined {
  if (patch !== null) return undefined;
  if (reason === 'no_lines') return status === 'modified' ? 'only its mode changed' : undefined;
  return reason === undefined ? 'binary or too large' : { binary: 'binary', too_large: 'too large' }[reason];
}

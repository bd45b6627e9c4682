import { AppError } from '@shipmate/core';
import { toUnifiedDiff } from '@shipmate/domain/text';
import { revisionComparisonResponseSchema } from '@shipmate/protocol/web/revisions';
import { readWorkspace } from '../charts/read-workspace.ts';
import { defineCommand } from '../command.ts';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { printDiff } from '../print-diff.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { toFilePatch } from '../to-file-patch.ts';

/** `shipmate charts diff`: prints the pending changes of a workspace, or the difference of two revisions. */
export const chartsDiff = defineCommand({
  arguments: { workspace: { description: 'The id of the workspace.', required: true } },
  options: {
    from: { type: 'string', placeholder: '<revision>', description: 'Compare this revision, with --to.' },
    to: { type: 'string', placeholder: '<revision>', description: 'Compare with this revision, with --from.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [
    ['charts diff 01a2…', 'Show the pending changes'],
    ['charts diff 01a2… --from 0 --to 3', 'Compare two revisions'],
  ],
  notes: `The output is a patch.\n${connectionNotes}`,
  run: async ({ workspace, from, to, json, ...options }, context) => {
    const { terminal } = context;
    if ((from === undefined) !== (to === undefined)) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: '--from and --to belong together. Add the other one.' });
    }
    const files = await withConnection(options, context, (connection) =>
      from === undefined || to === undefined
        ? readPending(connection, workspace)
        : compareRevisions(connection, workspace, { from, to }),
    );
    if (json) return printJson(terminal, { files });
    for (const file of files) printDiff((line, style) => terminal.print(line, style), toPatch(file));
    if (files.length === 0) terminal.warn(from === undefined ? 'No pending changes.' : 'No differences.');
  },
});

async function readPending(connection: Connection, id: string): Promise<readonly ChangedFile[]> {
  const { files } = await readWorkspace(connection, id);
  return files.flatMap(({ path, content, contentPending, pendingOp, pendingPath }) => {
    if (pendingOp === null) return [];
    return [
      {
        path: pendingPath ?? path,
        previousPath: pendingPath === null ? null : path,
        before: pendingOp === 'create' ? null : content,
        after: pendingOp === 'delete' ? null : (contentPending ?? content),
      },
    ];
  });
}

async function compareRevisions(
  { web }: Connection,
  id: string,
  revisions: { readonly from: string; readonly to: string },
): Promise<readonly ChangedFile[]> {
  const path = `/api/workspaces/${encodeURIComponent(id)}/revisions/compare?${new URLSearchParams(revisions).toString()}`;
  const { files } = await requestJson(web, { path, response: revisionComparisonResponseSchema });
  return files.map(({ path: name, previousPath, before, after }) => ({ path: name, previousPath, before, after }));
}

/** A file before and after a change; null where it does not exist. */
interface ChangedFile {
  readonly path: string;
  readonly previousPath: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

function toPatch({ path, previousPath, before, after }: ChangedFile): string {
  return toFilePatch({
    path,
    oldPath: previousPath,
    status: before === null ? 'added' : after === null ? 'deleted' : 'modified',
    hunks: before === after ? '' : toUnifiedDiff(before ?? '', after ?? ''),
  });
}

import { AppError } from '@shipmate/core';
import { workspaceResponseSchema } from '@shipmate/protocol/web/workspace';
import { readWorkspace } from '../charts/read-workspace.ts';
import { defineCommand } from '../command.ts';
import { confirmAction } from '../confirm.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { sendElsewhere } from '../conversation/decide-approval.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate charts accept`: accepts the pending changes of a workspace as a new revision. */
export const chartsAccept = defineCommand({
  arguments: {
    workspace: { description: 'The id of the workspace.', required: true },
    file: { description: 'The only file whose change is accepted. Default: all pending changes.' },
  },
  options: {
    yes: { type: 'boolean', description: 'Accept without asking.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['charts diff 01a2… && shipmate charts accept 01a2…', 'Read the changes, then accept them']],
  notes:
    'A token needs the scope accept_changes; without it, the command prints the link to the page where a person accepts, and exits with code 3.\n' +
    connectionNotes,
  run: ({ workspace: id, file, yes = false, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const { workspace, files } = await readWorkspace(connection, id);
      const pending = files.filter(
        ({ path, pendingOp }) => pendingOp !== null && (file === undefined || path === file),
      );
      if (pending.length === 0) {
        const subject = file === undefined ? `Workspace "${workspace.name}"` : `File "${file}"`;
        throw new AppError({ code: 'NOT_FOUND', message: `${subject} has no pending change.` });
      }
      for (const { pendingOp, path, additions, deletions } of pending) {
        terminal.warn(`${pendingOp} ${path} (+${additions} -${deletions})`);
      }
      const asked = { question: 'Accept these changes?', purpose: 'to accept the changes', yes };
      if (!(await confirmAction(terminal, asked))) return exitCodes.undecided;
      const body = {
        revisionNumber: workspace.currentRevisionNumber,
        paths: pending.map(({ path }) => path),
        versions: Object.fromEntries(pending.map(({ path, version }) => [path, version])),
      };
      const path = `/api/workspaces/${encodeURIComponent(id)}/changes/accept`;
      try {
        const accepted = await requestJson(connection.web, { path, body, response: workspaceResponseSchema });
        if (json) printJson(terminal, accepted.workspace);
        else terminal.print(`Revision ${accepted.workspace.currentRevisionNumber}`);
        return exitCodes.success;
      } catch (thrown) {
        if (!AppError.isInstance(thrown) || thrown.code !== 'UNAUTHORIZED') throw thrown;
        sendElsewhere(connection, terminal, { page: `/workspace/${id}`, what: 'these changes' });
        return exitCodes.undecided;
      }
    }),
});

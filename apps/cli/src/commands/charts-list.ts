import { workspaceListResponseSchema } from '@shipmate/protocol/web/workspace';
import { alignColumns, defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate charts list`: lists the chart workspaces. */
export const chartsList = defineCommand({
  options: { json: jsonOption, ...connectionOptions },
  examples: [['charts list', 'Print the ids of the chart workspaces']],
  notes: connectionNotes,
  run: async ({ json, ...options }, context) => {
    const { terminal } = context;
    const page = await withConnection(options, context, ({ web }) =>
      requestJson(web, { path: '/api/workspaces?limit=200', response: workspaceListResponseSchema }),
    );
    if (json) return printJson(terminal, page);
    const rows = page.workspaces.map(({ id, name, currentRevisionNumber, pendingCount }) => [
      id,
      `revision ${currentRevisionNumber}`,
      pendingCount === 0
        ? 'no pending changes'
        : `${pendingCount} pending ${pendingCount === 1 ? 'change' : 'changes'}`,
      name,
    ]);
    terminal.print(rows.length === 0 ? 'No charts. Import one with "shipmate charts import".' : alignColumns(rows));
  },
});

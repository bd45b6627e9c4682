import { runStatuses } from '@shipmate/domain/run';
import { runListResponseSchema } from '@shipmate/protocol/web/runs';
import { alignColumns, defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { toRunState, toRunTitle } from '../runs/describe-run.ts';

/** `shipmate runs list`: lists your runs, newest first. */
export const runsList = defineCommand({
  options: {
    status: {
      type: 'string',
      placeholder: '<status>',
      choices: ['active', ...runStatuses],
      description: `Only runs with a status: active, ${runStatuses.join(', ')}.`,
    },
    workspace: { type: 'string', placeholder: '<id>', description: 'Only runs on the charts of a workspace.' },
    limit: { type: 'string', placeholder: '<number>', description: 'Number of runs, at most 100. Default 30.' },
    before: { type: 'string', placeholder: '<id>', description: 'Older runs: "next" of the previous list.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['runs list --status active', 'List the runs that have not ended']],
  notes: connectionNotes,
  run: async ({ status, workspace, limit, before, json, ...options }, context) => {
    const { terminal } = context;
    const given = { status, workspace_id: workspace, limit, before };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value);
    const page = await withConnection(options, context, ({ web }) =>
      requestJson(web, { path: `/api/runs?${query.toString()}`, response: runListResponseSchema }),
    );
    if (json) return printJson(terminal, page);
    const rows = page.runs.map((run) => [
      run.id,
      toRunState(run),
      run.createdAt.slice(0, 16).replace('T', ' '),
      toRunTitle(run),
    ]);
    terminal.print(rows.length === 0 ? 'No runs. "shipmate chat" starts one.' : alignColumns(rows));
    if (page.next !== null) terminal.warn(`Older runs: --before ${page.next}`, 'dim');
  },
});

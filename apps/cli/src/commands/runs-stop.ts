import { defineCommand } from '../command.ts';
import { requestOk } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate runs stop`: cancels a run. */
export const runsStop = defineCommand({
  arguments: { run: { description: 'The id of the run.', required: true } },
  options: { json: jsonOption, ...connectionOptions },
  examples: [['runs stop 01a2…', 'Cancel a run; a change that has started is finished']],
  notes: connectionNotes,
  run: async ({ run, json, ...options }, context) => {
    await withConnection(options, context, ({ web }) =>
      requestOk(web, { path: `/api/runs/${encodeURIComponent(run)}/stop`, method: 'POST' }),
    );
    if (json) printJson(context.terminal, { runId: run, isStopping: true });
    else context.terminal.print('Stop requested.');
  },
});

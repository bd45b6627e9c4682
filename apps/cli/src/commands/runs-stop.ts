import { runTraceSchema } from '@shipmate/protocol/web/runs';
import { defineCommand } from '../command.ts';
import { requestJson, requestOk } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { toRunState } from '../runs/describe-run.ts';

/** `shipmate runs stop`: cancels a run. */
export const runsStop = defineCommand({
  arguments: { run: { description: 'The id of the run.', required: true } },
  options: { json: jsonOption, ...connectionOptions },
  examples: [['runs stop 01a2…', 'Cancel a run; a change that has started is finished']],
  notes: connectionNotes,
  run: async ({ run, json, ...options }, context) => {
    const ended = await withConnection(options, context, async ({ web }) => {
      const path = `/api/runs/${encodeURIComponent(run)}`;
      const before = await requestJson(web, { path, response: runTraceSchema });
      if (before.run.endedAt !== null) return before.run;
      await requestOk(web, { path: `${path}/stop`, method: 'POST' });
      return undefined;
    });
    if (json) printJson(context.terminal, { runId: run, isStopping: ended === undefined });
    else if (ended === undefined) context.terminal.print('Stop requested.');
    else context.terminal.print(`The run has ended already: ${toRunState(ended)}.`);
  },
});

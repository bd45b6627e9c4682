import { runTraceSchema } from '@shipmate/protocol/web/runs';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { printTrace } from '../runs/print-trace.ts';

/** `shipmate runs show`: prints the steps and calls of a run. */
export const runsShow = defineCommand({
  arguments: { run: { description: 'The id of the run.', required: true } },
  options: {
    json: { ...jsonOption, description: 'Print JSON, with inputs and outputs of all calls.' },
    ...connectionOptions,
  },
  examples: [['runs show 01a2…', 'Show what a run did']],
  notes: connectionNotes,
  run: async ({ run, json, ...options }, context) => {
    const trace = await withConnection(options, context, ({ web }) =>
      requestJson(web, { path: `/api/runs/${encodeURIComponent(run)}`, response: runTraceSchema }),
    );
    if (json) printJson(context.terminal, trace);
    else printTrace(trace, context.terminal);
  },
});

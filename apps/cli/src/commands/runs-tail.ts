import { runTraceSchema } from '@shipmate/protocol/web/runs';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonLinesOption } from '../print-json.ts';
import { followRemediation } from '../remediation/follow-remediation.ts';
import { tailRun } from '../runs/tail-run.ts';

/** `shipmate runs tail`: prints the events of a run until it ends. */
export const runsTail = defineCommand({
  arguments: { run: { description: 'The id of the run.', required: true } },
  options: { json: jsonLinesOption, ...connectionOptions },
  examples: [['runs tail 01a2…', 'Follow a run that a worker executes']],
  notes: `From the first event on. Ctrl-C stops reading; the run continues. "shipmate runs stop" stops it.\n${connectionNotes}`,
  run: ({ run, json = false, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { terminal } = context;
      const tailing = { connection, terminal, isJson: json, signal: interrupt.signal };
      const path = `/api/runs/${encodeURIComponent(run)}`;
      const trace = await requestJson(connection.web, { path, response: runTraceSchema });
      return trace.run.kind === 'remediation' ? await followRemediation(run, tailing) : await tailRun(run, tailing);
    }),
});

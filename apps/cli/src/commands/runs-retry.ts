import { AppError } from '@shipmate/core';
import { retryRunResponseSchema, runTraceSchema } from '@shipmate/protocol/web/runs';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { openAnswer } from '../conversation/ask-agent.ts';
import { followAnswer } from '../conversation/follow-answer.ts';
import { exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonLinesOption } from '../print-json.ts';

/** `shipmate runs retry`: answers the question of a run again, from one of its steps. */
export const runsRetry = defineCommand({
  arguments: { run: { description: 'The id of the run.', required: true } },
  options: {
    from: {
      type: 'string',
      placeholder: '<step>',
      description: 'The first step to repeat; earlier ones are kept. Default: the last possible one.',
    },
    json: jsonLinesOption,
    ...connectionOptions,
  },
  examples: [
    ['runs retry 01a2…', 'Repeat what failed'],
    ['runs retry 01a2… --from 0', 'Begin again'],
  ],
  notes: connectionNotes,
  run: ({ run, from, json = false, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      const { terminal } = context;
      const path = `/api/runs/${encodeURIComponent(run)}`;
      const { lastRetryStep } = await requestJson(connection.web, { path, response: runTraceSchema });
      const fromStep = from === undefined ? lastRetryStep : parseStep(from, lastRetryStep);
      const body = { from_step: fromStep };
      const retried = await requestJson(connection.web, {
        path: `${path}/retry`,
        body,
        response: retryRunResponseSchema,
      });
      terminal.warn(`Run ${retried.runId} repeats it from step ${fromStep}.`);
      using interrupt = listenForInterrupt();
      const response = await openAnswer(connection, retried.conversationId);
      if (!response) return exitCodes.success;
      const { exitCode } = await followAnswer(response, {
        connection,
        terminal,
        isJson: json,
        signal: interrupt.signal,
      });
      return exitCode;
    }),
});

function parseStep(text: string, last: number): number {
  if (/^\d{1,6}$/.test(text) && Number(text) <= last) return Number(text);
  throw new AppError({ code: 'VALIDATION_ERROR', message: `--from: is no step from 0 to ${last}.` });
}

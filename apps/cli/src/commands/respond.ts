import { AppError } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { type RespondRequest, respondResponseSchema } from '@shipmate/protocol/web/respond';
import { defineCommand } from '../command.ts';
import { requestJson, requestOk } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { modelOption } from '../conversation/question-options.ts';
import { exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate respond`: asks one question and prints the whole answer. */
export const respond = defineCommand({
  options: {
    message: { type: 'string', placeholder: '<text>', description: 'The question. Required.' },
    workspace: {
      type: 'string',
      placeholder: '<id>',
      description: 'The charts to work on; without it, the answer is plain text.',
    },
    model: modelOption,
    conversation: {
      type: 'string',
      placeholder: '<id>',
      description: 'The conversation to continue. Default: a new one.',
    },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['respond --message "Which probes does a web server need?"', 'Print the answer when it is complete']],
  notes: connectionNotes,
  run: async ({ message, workspace, model, conversation, json, ...options }, context) => {
    const content = message?.trim();
    if (!content)
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'The question is missing. Add --message <text>.' });
    const body: RespondRequest = {
      messages: [{ role: 'user', content }],
      model,
      conversationId: conversation,
      ...(workspace !== undefined && { workspace: { id: workspace } }),
      taskId: newId(),
    };
    const { terminal } = context;
    return withConnection(options, context, async ({ web }) => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      const ask = (detach: boolean) => ({
        path: '/api/respond',
        body: { ...body, detach },
        response: respondResponseSchema,
      });
      // The answer waits for the run, whose id an interrupt needs before.
      const { runId, conversationId } = await requestJson(web, ask(true));
      try {
        const answer = await requestJson(web, { ...ask(false), signal });
        if (json) printJson(terminal, answer);
        else terminal.print(answer.response ?? '');
      } catch (thrown) {
        if (!signal.aborted) throw thrown;
        await requestOk(web, { path: `/api/runs/${runId}/stop`, method: 'POST' });
        terminal.warn('Stopped.', 'yellow');
        return exitCodes.interrupted;
      }
      if (!json) terminal.warn(`Conversation ${conversationId}`);
      return exitCodes.success;
    });
  },
});

import { AppError } from '@shipmate/core';
import { type RespondRequest, respondResponseSchema } from '@shipmate/protocol/web/respond';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { modelOption } from '../conversation/question-options.ts';
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
    };
    const { terminal } = context;
    const answer = await withConnection(options, context, ({ web }) =>
      requestJson(web, { path: '/api/respond', body, response: respondResponseSchema }),
    );
    if (json) return printJson(terminal, answer);
    terminal.print(answer.response ?? '');
    terminal.warn(`Conversation ${answer.conversationId}`);
  },
});

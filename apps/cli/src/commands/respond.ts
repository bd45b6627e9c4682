import { AppError } from '@shipmate/core';
import { type RespondRequest, respondResponseSchema } from '@shipmate/protocol/web/respond';
import { callWeb, tokenNote, urlOption } from '../call-web.ts';
import { defineCommand } from '../command.ts';

/** `shipmate respond`: asks a running installation one question and prints the answer. */
export const respond = defineCommand({
  options: {
    message: { type: 'string', placeholder: '<text>', description: 'The question. Required.' },
    workspace: {
      type: 'string',
      placeholder: '<id>',
      description: 'The charts to work on; without it, the answer is plain text.',
    },
    model: {
      type: 'string',
      placeholder: '<id>',
      description: 'The model, for example openai:gpt-4o. Default: the default model.',
    },
    conversation: {
      type: 'string',
      placeholder: '<id>',
      description: 'The conversation to continue. Default: a new one.',
    },
    url: urlOption,
  },
  notes: tokenNote,
  run: async (options, { terminal }) => {
    const content = options.message?.trim();
    if (!content)
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'The question is missing. Add --message <text>.' });
    const body: RespondRequest = {
      messages: [{ role: 'user', content }],
      model: options.model,
      conversationId: options.conversation,
      ...(options.workspace !== undefined && { workspace: { id: options.workspace } }),
    };
    const { response, conversationId } = await callWeb({
      url: options.url,
      path: '/api/respond',
      body,
      response: respondResponseSchema,
    });
    terminal.print(response ?? '');
    terminal.warn(`Conversation ${conversationId}`);
  },
});

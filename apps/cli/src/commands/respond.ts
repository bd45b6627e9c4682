import { AppError } from '@shipmate/core';
import { fromErrorEnvelope } from '@shipmate/protocol/error';
import { type RespondRequest, respondResponseSchema } from '@shipmate/protocol/web/respond';
import { defineCommand } from '../command.ts';
import { clientEnvironmentSchema, readVariables } from '../env.ts';

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
    url: {
      type: 'string',
      placeholder: '<url>',
      description: 'The URL of web. Default SHIPMATE_URL, or this machine.',
    },
  },
  notes:
    'SHIPMATE_TOKEN is an API token: create one in the browser under "API tokens" or with "shipmate token create".',
  run: async (options, { terminal }) => {
    const content = options.message?.trim();
    if (!content)
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'The question is missing. Add --message <text>.' });
    const environment = readVariables(clientEnvironmentSchema, { SHIPMATE_URL: options.url });
    const { SHIPMATE_TOKEN: token, SHIPMATE_URL: url, WEB_PORT } = environment;
    if (token === undefined)
      throw new AppError({ code: 'UNAUTHORIZED', message: 'The API token is missing. Set SHIPMATE_TOKEN.' });
    const { response, conversationId } = await ask(url ?? `http://127.0.0.1:${WEB_PORT}`, token, {
      messages: [{ role: 'user', content }],
      model: options.model,
      conversationId: options.conversation,
      ...(options.workspace !== undefined && { workspace: { id: options.workspace } }),
    });
    terminal.print(response ?? '');
    terminal.warn(`Conversation ${conversationId}`);
  },
});

async function ask(url: string, token: string, request: RespondRequest) {
  const response = await fetch(new URL('/api/respond', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  }).catch((cause: unknown) => {
    throw new AppError({
      code: 'UNAVAILABLE',
      message: `Shipmate cannot be reached at ${url}. Check that it is running and that the URL is right.`,
      cause,
    });
  });
  const body: unknown = await response.json();
  if (!response.ok) throw fromErrorEnvelope(body, response.status);
  return respondResponseSchema.parse(body);
}

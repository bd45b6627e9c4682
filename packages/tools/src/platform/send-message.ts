import { AppError, defineTool, type ToolContext } from '@shipmate/core/tool';
import { maxMessageChars } from '@shipmate/domain/project';
import { z } from 'zod';
import { type PlatformToolPorts, requireProjectId } from './platform-ports.ts';

export const sendMessage = defineTool({
  name: 'sendMessage',
  description:
    'Sends a message to the people of this conversation, or to a channel of its project, which getProjectInfo lists. Use it for news that ' +
    'should not wait for your final answer. Every call sends one message; it cannot be taken back.',
  effect: 'write',
  // A call that is repeated after a crash finds the message that it has sent.
  idempotent: true,
  input: () =>
    z.object({
      content: z.string().min(1).max(maxMessageChars).describe('The message, in Markdown.'),
      channelId: z.string().max(100).optional().describe('The channel; without it, the current conversation.'),
    }),
  output: () =>
    z.object({
      messageId: z.string(),
      status: z.literal('sent'),
      /** Null for the current conversation. */
      channelId: z.string().nullable(),
      content: z.string(),
    }),
  async execute({ content, channelId }, context: ToolContext<PlatformToolPorts>) {
    const { ports, principal, runId, toolCallId, conversationId } = context;
    if (channelId === undefined) {
      if (conversationId === undefined) throw noPlace();
      // The result of the call is stored in the conversation's log: it is the message.
      return { messageId: toolCallId, status: 'sent' as const, channelId: null, content };
    }
    const channel = await ports.projectNotes.getChannel(principal, channelId);
    if (channel.projectId !== requireProjectId(context)) {
      throw new AppError({ code: 'NOT_FOUND', message: 'Channel not found.' });
    }
    const { newId } = await import('@shipmate/domain');
    const sentBy = runId === undefined ? null : { runId, toolCallId };
    const { id } = await ports.projectNotes.appendMessage(principal, { id: newId(), channelId, content, sentBy });
    return { messageId: id, status: 'sent' as const, channelId, content };
  },
  toModel: ({ messageId, channelId }) =>
    JSON.stringify({ messageId, status: 'sent', sentTo: channelId ?? 'the current conversation' }),
  clientEvents: ({ messageId, channelId, content }) => [
    { type: 'message_sent', data: { messageId, channelId, content } },
  ],
});

function noPlace(): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: 'The call belongs to no conversation. Name a channel in channelId.',
    details: { issues: [{ path: 'channelId', message: 'is required outside a conversation' }] },
  });
}

import { AppError, createToolExecutionContext, type Principal } from '@shipmate/core';
import type { Channel, NewChannelMessage } from '@shipmate/domain/project';
import { describe, expect, it } from 'vitest';
import { getProjectInfo } from './get-project-info.ts';
import type { PlatformToolPorts } from './platform-ports.ts';
import { sendMessage } from './send-message.ts';

const createdAt = new Date(0);
const project = { id: 'p1', name: 'Shop', description: 'Sells things.', createdAt };
const channels: readonly (Channel & { readonly organizationId: string })[] = [
  { id: 'c1', projectId: 'p1', name: 'general', createdAt, organizationId: 'o1' },
  { id: 'c2', projectId: 'p2', name: 'other project', createdAt, organizationId: 'o1' },
  { id: 'c3', projectId: 'p1', name: 'other organization', createdAt, organizationId: 'o2' },
];

/** Data of two organizations in memory, which an organization reads as the stores let it. */
function createNotes() {
  const sent: NewChannelMessage[] = [];
  const own = ({ organizationId }: Principal) => channels.filter((each) => each.organizationId === organizationId);
  const absent = (what: string) => new AppError({ code: 'NOT_FOUND', message: `${what} not found.` });
  const repository = { id: 'r1', name: 'web', defaultBranch: 'main', projectId: 'p1' };
  const projectNotes = {
    get: async (_principal: Principal, id: string) => {
      if (id !== project.id) throw absent('Project');
      return project;
    },
    listRepositories: async () => [repository, { ...repository, id: 'r2', projectId: 'p2' }],
    listChannels: async (principal: Principal, id: string) => own(principal).filter((each) => each.projectId === id),
    listMembers: async () => [{ userId: 'u1', name: 'Ada', addedAt: createdAt }],
    getChannel: async (principal: Principal, id: string) => {
      const channel = own(principal).find((each) => each.id === id);
      if (!channel) throw absent('Channel');
      return channel;
    },
    appendMessage: async ({ userId }: Principal, message: NewChannelMessage) => {
      sent.push(message);
      return { ...message, userId, userName: 'Ada', runId: message.sentBy?.runId ?? null, createdAt };
    },
  };
  const principal = { userId: 'u1', organizationId: 'o1', via: 'local' } as const;
  const ports = { projectNotes } as unknown as PlatformToolPorts;
  const call = { projectId: 'p1', conversationId: 'v1', runId: 'run1', toolCallId: 'call1' };
  return { sent, context: { ...createToolExecutionContext({ principal }), ...call, ports } };
}

describe('sendMessage', () => {
  it('sends to the current conversation without channelId', async () => {
    const { sent, context } = createNotes();
    const output = await sendMessage.execute({ content: 'Done.' }, context);
    expect(output).toEqual({ messageId: 'call1', status: 'sent', channelId: null, content: 'Done.' });
    expect(sent).toEqual([]);
    expect(sendMessage.toModel?.(output)).toContain('the current conversation');
  });

  it('sends to a channel of the project once for each call', async () => {
    const { sent, context } = createNotes();
    const output = await sendMessage.execute({ content: 'Done.', channelId: 'c1' }, context);
    const sentBy = { runId: 'run1', toolCallId: 'call1' };
    expect(sent).toEqual([{ id: output.messageId, channelId: 'c1', content: 'Done.', sentBy }]);
    expect(output).toEqual({ messageId: output.messageId, status: 'sent', channelId: 'c1', content: 'Done.' });
    expect(sendMessage.clientEvents?.(output)).toEqual([
      { type: 'message_sent', data: { messageId: output.messageId, channelId: 'c1', content: 'Done.' } },
    ]);
  });

  it.each([
    ['a channel of another project', { channelId: 'c2' }, {}, 'NOT_FOUND'],
    ['a channel of another organization', { channelId: 'c3' }, {}, 'NOT_FOUND'],
    ['a channel that does not exist', { channelId: 'c4' }, {}, 'NOT_FOUND'],
    ['a channel for a call without a project', { channelId: 'c1' }, { projectId: undefined }, 'NOT_FOUND'],
    ['no channel for a call without a conversation', {}, { conversationId: undefined }, 'VALIDATION_ERROR'],
  ])('refuses %s', async (...[, input, changed, code]) => {
    const { sent, context } = createNotes();
    const sending = sendMessage.execute({ content: 'Done.', ...input }, { ...context, ...changed } as typeof context);
    await expect(sending).rejects.toMatchObject({ code });
    expect(sent).toEqual([]);
  });
});

describe('getProjectInfo', () => {
  const head = {
    id: 'p1',
    name: 'Shop',
    description: 'Sells things.',
    repositories: [{ id: 'r1', name: 'web', defaultBranch: 'main' }],
  };
  const [general, ada] = [[{ id: 'c1', name: 'general' }], [{ id: 'u1', name: 'Ada' }]];

  it.each([
    [{}, head],
    [{ includeChannels: true }, { ...head, channels: general }],
    [{ includeMembers: true }, { ...head, members: ada }],
    [
      { includeChannels: true, includeMembers: true },
      { ...head, channels: general, members: ada },
    ],
  ])('answers %j', async (input, expected) => {
    const { context } = createNotes();
    expect(await getProjectInfo.execute(getProjectInfo.input.parse(input), context)).toEqual(expected);
  });

  it.each([[undefined], ['p2']])('ends with NOT_FOUND for the project %s', async (projectId) => {
    const { context } = createNotes();
    const call = { ...context, projectId } as typeof context;
    await expect(getProjectInfo.execute(getProjectInfo.input.parse({}), call)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

import { AppError, createToolExecutionContext, type Principal } from '@shipmate/core';
import type { Channel, NewChannelMessage } from '@shipmate/domain/project';
import { describe, expect, it } from 'vitest';
import { getProjectInfo } from './get-project-info.ts';
import { createProjectLists } from './project-lists.ts';
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

describe('getProjectInfo with lists that were read before', () => {
  const all = { includeChannels: true, includeMembers: true };

  /** A call with lists whose time the test sets, and the reads of the storage since the last call. */
  function createCalls() {
    const { context } = createNotes();
    const time = { ms: 0 };
    const reads: string[] = [];
    const state = { isMember: true, name: 'Shop', channels: [{ id: 'c1', name: 'general' }], isDown: false };
    const { projectNotes } = context.ports;
    const lists = {
      listRepositories: async (principal: Principal) => {
        reads.push('repositories');
        return projectNotes.listRepositories(principal);
      },
      listChannels: async () => {
        reads.push('channels');
        if (state.isDown) throw new AppError({ code: 'UNAVAILABLE', message: 'The database does not answer.' });
        return state.channels;
      },
      listMembers: async (principal: Principal, id: string) => {
        reads.push('members');
        return projectNotes.listMembers(principal, id);
      },
    };
    const get = async () => {
      reads.push('project');
      if (!state.isMember) throw new AppError({ code: 'NOT_FOUND', message: 'Project not found.' });
      return { ...project, name: state.name };
    };
    const projectLists = createProjectLists({ now: () => new Date(time.ms) });
    const ports = { projectNotes: { ...projectNotes, ...lists, get }, projectLists } as unknown as PlatformToolPorts;
    return {
      time,
      state,
      call: async (input: Partial<typeof all> = {}, principal: Partial<Principal> = {}) => {
        reads.length = 0;
        const changed = { ...context, ports, principal: { ...context.principal, ...principal } };
        const output = await getProjectInfo.execute(getProjectInfo.input.parse(input), changed);
        return { output, reads: [...reads] };
      },
    };
  }

  it('reuses the lists for 30 s, and reads the project with each call', async () => {
    const { time, state, call } = createCalls();
    const first = await call(all);
    expect(first.reads).toEqual(['project', 'repositories', 'channels', 'members']);
    const kept = structuredClone(first.output);
    // A caller may change what it got.
    first.output.channels?.pop();
    state.name = 'Store';
    state.channels = [];
    time.ms = 29_999;
    expect(await call(all)).toEqual({ output: { ...kept, name: 'Store' }, reads: ['project'] });
    time.ms = 30_000;
    const later = await call(all);
    expect(later.reads).toEqual(first.reads);
    expect(later.output).toEqual({ ...kept, name: 'Store', channels: [] });
  });

  it('ends with NOT_FOUND as soon as the caller is no member', async () => {
    const { state, call } = createCalls();
    await call(all);
    state.isMember = false;
    await expect(call(all)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each<[string, Partial<typeof all>, Partial<Principal>]>([
    ['for another user', all, { userId: 'u2' }],
    ['in another organization', all, { organizationId: 'o2' }],
    ['with other scopes', all, { scopes: ['cluster:write'] }],
    ['for a credential of one run', all, { scope: { runId: 'run1' } }],
    ['with an identity that was verified in another way', all, { via: 'jwt' }],
    ['with fewer lists', { includeChannels: true }, {}],
  ])('reads the lists again %s', async (_name, input, principal) => {
    const { call } = createCalls();
    await call(all);
    expect((await call(input, principal)).reads).toContain('channels');
  });

  it('shows no older lists when reading fails, and does not keep the failure', async () => {
    const { time, state, call } = createCalls();
    await call(all);
    time.ms = 30_000;
    state.isDown = true;
    await expect(call(all)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    state.isDown = false;
    expect((await call(all)).reads).toContain('channels');
  });
});

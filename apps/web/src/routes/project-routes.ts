import { AppError, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { isSignedIn } from '@shipmate/domain/access';
import type { ChannelMessage, Project } from '@shipmate/domain/project';
import { addProjectMember, createProject, removeProject, removeProjectMember } from '@shipmate/domain/use-cases';
import {
  type ChannelMessagesResponse,
  channelMessageSchema,
  channelMessagesQuerySchema,
  channelMessagesResponseSchema,
  type ChannelMessageView,
  channelSchema,
  type ChannelView,
  createChannelRequestSchema,
  createProjectRequestSchema,
  type ProjectListResponse,
  projectListResponseSchema,
  type ProjectResponse,
  projectResponseSchema,
  projectSchema,
  type ProjectView,
  sendMessageRequestSchema,
} from '@shipmate/protocol/web/projects';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link projectRoutes}. */
interface ProjectRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/projects`: the caller's projects with their members, channels and messages. */
export function projectRoutes({ authenticate, unitOfWork }: ProjectRoutesOptions): Hono<AppEnvironment> {
  const { projects, repositories, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  /** @throws AppError `NOT_FOUND` unless the channel belongs to the project. */
  async function requireChannel(principal: Principal, id: string, channelId: string): Promise<void> {
    const { projectId } = await projects.getChannel(principal, channelId);
    if (projectId !== id) throw new AppError({ code: 'NOT_FOUND', message: 'The channel does not exist.' });
  }

  describeRoute(app, 'GET /', { summary: 'List projects', response: projectListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const own = await projects.list(principal);
    return context.json<ProjectListResponse>({ projects: own.map(toProjectView) });
  });

  describeRoute(app, 'POST /', {
    summary: 'Create a project',
    body: createProjectRequestSchema,
    response: projectSchema,
    status: 201,
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, createProjectRequestSchema);
    const project = await unitOfWork.transaction((stores) => createProject(stores, principal, request));
    return context.json<ProjectView>(toProjectView(project), 201);
  });

  describeRoute(app, 'GET /:id', { summary: 'Get a project', response: projectResponseSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const id = context.req.param('id');
    const project = await projects.get(principal, id);
    const all = await users.listMembers(principal.organizationId);
    const emails = new Map(isSignedIn(principal) ? all.map((user) => [user.id, user.email]) : []);
    const toPerson = (userId: string, name: string) => ({ userId, name, email: emails.get(userId) ?? null });
    const members = (await projects.listMembers(principal, id)).map(({ userId, name }) => toPerson(userId, name));
    const added = new Set(members.map(({ userId }) => userId));
    const channels = await projects.listChannels(principal, id);
    const own = (await repositories.list(principal)).filter(({ projectId }) => projectId === id);
    return context.json<ProjectResponse>({
      project: toProjectView(project),
      members,
      others: all.flatMap((user) => (added.has(user.id) ? [] : [toPerson(user.id, user.name)])),
      channels: channels.map((channel) => ({ id: channel.id, name: channel.name })),
      repositories: own.map((repository) => ({ id: repository.id, name: repository.name })),
    });
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Delete a project' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await unitOfWork.transaction((stores) => removeProject(stores, principal, context.req.param('id')));
    return context.body(null, 204);
  });

  describeRoute(app, 'PUT /:id/members/:userId', { summary: 'Add a member to a project' });
  app.put('/:id/members/:userId', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id: projectId, userId } = context.req.param();
    await unitOfWork.transaction((stores) => addProjectMember(stores, principal, { projectId, userId }));
    return context.body(null, 204);
  });

  describeRoute(app, 'DELETE /:id/members/:userId', { summary: 'Remove a member from a project' });
  app.delete('/:id/members/:userId', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id: projectId, userId } = context.req.param();
    await unitOfWork.transaction((stores) => removeProjectMember(stores, principal, { projectId, userId }));
    return context.body(null, 204);
  });

  describeRoute(app, 'POST /:id/channels', {
    summary: 'Create a channel',
    body: createChannelRequestSchema,
    response: channelSchema,
    status: 201,
  });
  app.post('/:id/channels', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { name } = await parseBody(context, createChannelRequestSchema);
    const { id } = await projects.createChannel(principal, { id: newId(), projectId: context.req.param('id'), name });
    return context.json<ChannelView>({ id, name }, 201);
  });

  describeRoute(app, 'GET /:id/channels/:channelId/messages', {
    summary: 'List messages of a channel',
    query: channelMessagesQuerySchema,
    response: channelMessagesResponseSchema,
  });
  app.get('/:id/channels/:channelId/messages', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id, channelId } = context.req.param();
    const { before, limit } = parseInput(channelMessagesQuerySchema, context.req.query());
    await requireChannel(principal, id, channelId);
    const found = await projects.listMessages(principal, channelId, { before, limit: limit + 1 });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
    return context.json<ChannelMessagesResponse>({ messages: page.map(toMessageView), next });
  });

  describeRoute(app, 'POST /:id/channels/:channelId/messages', {
    summary: 'Send a message to a channel',
    body: sendMessageRequestSchema,
    response: channelMessageSchema,
    status: 201,
  });
  app.post('/:id/channels/:channelId/messages', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id, channelId } = context.req.param();
    const { content } = await parseBody(context, sendMessageRequestSchema);
    await requireChannel(principal, id, channelId);
    const message = await projects.appendMessage(principal, { id: newId(), channelId, content, sentBy: null });
    return context.json<ChannelMessageView>(toMessageView(message), 201);
  });

  return app;
}

function toProjectView({ id, name, description, createdAt }: Project): ProjectView {
  return { id, name, description, createdAt: createdAt.toISOString() };
}

function toMessageView({ id, userId, userName, runId, content, createdAt }: ChannelMessage): ChannelMessageView {
  return { id, userId, userName, runId, content, createdAt: createdAt.toISOString() };
}

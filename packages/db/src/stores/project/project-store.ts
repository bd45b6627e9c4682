import { AppError, type Principal } from '@shipmate/core';
import type { Channel, ChannelMessage, Project, ProjectStore } from '@shipmate/domain/project';
import { type Selectable, sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import type { ChannelTable, ProjectTable } from '../../schema/project-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';

/** The most rows of a list without pages. */
const maxListed = 1_000;

/** Creates a {@link ProjectStore} on SQL. */
export function createProjectStore(executor: Executor): ProjectStore {
  return { ...createProjects(executor), ...createMembers(executor), ...createChannels(executor) };
}

/** Returns a query for the projects of which the principal is a member. */
function visibleProjects(executor: Executor, principal: Principal) {
  if (principal.scope) throw notFound('project');
  requireId(principal.userId, 'project');
  const { organization_id: organizationId } = inOrganization(principal);
  return executor
    .selectFrom('project')
    .innerJoin('project_member as own', 'own.project_id', 'project.id')
    .where('project.organization_id', '=', organizationId)
    .where('own.user_id', '=', principal.userId);
}

/** @throws AppError `NOT_FOUND` unless the principal is a member of the project. */
export async function requireProject(executor: Executor, principal: Principal, projectId: string): Promise<void> {
  requireId(projectId, 'project');
  const row = await visibleProjects(executor, principal)
    .select('project.id')
    .where('project.id', '=', projectId)
    .executeTakeFirst();
  found(row, 'project');
}

function createProjects(executor: Executor): Pick<ProjectStore, 'create' | 'get' | 'list' | 'remove'> {
  return {
    async create(principal, { id, name, description }) {
      if (principal.scope) throw notFound('organization');
      requireId(principal.userId, 'user');
      const organization = inOrganization(principal);
      const row = await inTransaction(executor, async (transaction) => {
        const created = await transaction
          .insertInto('project')
          .values({ ...organization, id, name: storableText(name), description: storableText(description) })
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('project_member')
          .values({ ...organization, project_id: id, user_id: principal.userId })
          .execute();
        return created;
      });
      return toProject(row);
    },

    async get(principal, projectId) {
      requireId(projectId, 'project');
      const row = await visibleProjects(executor, principal)
        .selectAll('project')
        .where('project.id', '=', projectId)
        .executeTakeFirst();
      return toProject(found(row, 'project'));
    },

    async list(principal) {
      const rows = await visibleProjects(executor, principal)
        .selectAll('project')
        .orderBy('project.name')
        .limit(maxListed)
        .execute();
      return rows.map(toProject);
    },

    async remove(principal, projectId) {
      await requireProject(executor, principal, projectId);
      await executor.deleteFrom('project').where('id', '=', projectId).execute();
    },
  };
}

function createMembers(executor: Executor): Pick<ProjectStore, 'addMember' | 'removeMember' | 'listMembers'> {
  return {
    async addMember(principal, projectId, userId) {
      requireId(userId, 'user');
      await requireProject(executor, principal, projectId);
      const { organization_id: organizationId } = inOrganization(principal);
      const { rows } = await sql`
        insert into project_member (project_id, organization_id, user_id)
        select ${projectId}, organization_id, user_id from member
        where organization_id = ${organizationId} and user_id = ${userId}
        on conflict (project_id, user_id) do update set added_at = project_member.added_at
        returning user_id`.execute(executor);
      found(rows[0], 'user');
    },

    async removeMember(principal, projectId, userId) {
      requireId(userId, 'user');
      await inTransaction(executor, async (transaction) => {
        await requireProject(transaction, principal, projectId);
        // Two members who remove each other wait for one another.
        await transaction.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute();
        const members = transaction.selectFrom('project_member').where('project_id', '=', projectId);
        found(await members.select('user_id').where('user_id', '=', userId).executeTakeFirst(), 'user');
        if ((await members.select('user_id').limit(2).execute()).length < 2) {
          throw new AppError({
            code: 'CONFLICT',
            message: 'A project keeps at least one member. Add another one first, or delete the project.',
          });
        }
        await transaction
          .deleteFrom('project_member')
          .where((eb) => eb.and({ project_id: projectId, user_id: userId }))
          .execute();
      });
    },

    async listMembers(principal, projectId) {
      await requireProject(executor, principal, projectId);
      const rows = await executor
        .selectFrom('project_member')
        .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
        .select(['app_user.id', 'app_user.name', 'project_member.added_at'])
        .where('project_member.project_id', '=', projectId)
        .orderBy('app_user.name')
        .orderBy('app_user.id')
        .limit(maxListed)
        .execute();
      return rows.map(({ id: userId, name, added_at: addedAt }) => ({ userId, name, addedAt }));
    },
  };
}

type ChannelOperations = Pick<
  ProjectStore,
  'createChannel' | 'getChannel' | 'listChannels' | 'appendMessage' | 'listMessages'
>;

function createChannels(executor: Executor): ChannelOperations {
  async function getChannel(principal: Principal, channelId: string): Promise<Channel> {
    requireId(channelId, 'channel');
    const row = await visibleProjects(executor, principal)
      .innerJoin('channel', 'channel.project_id', 'project.id')
      .selectAll('channel')
      .where('channel.id', '=', channelId)
      .executeTakeFirst();
    return toChannel(found(row, 'channel'));
  }

  const messages = () =>
    executor
      .selectFrom('channel_message as message')
      .leftJoin('app_user', 'app_user.id', 'message.user_id')
      .selectAll('message')
      .select('app_user.name as user_name');

  return {
    async createChannel(principal, { id, projectId, name }) {
      await requireProject(executor, principal, projectId);
      const row = await executor
        .insertInto('channel')
        .values({ id, project_id: projectId, name: storableText(name) })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toChannel(row);
    },

    getChannel,

    async listChannels(principal, projectId) {
      await requireProject(executor, principal, projectId);
      const rows = await executor
        .selectFrom('channel')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('name')
        .limit(maxListed)
        .execute();
      return rows.map(toChannel);
    },

    async appendMessage(principal, { id, channelId, content, sentBy }) {
      await getChannel(principal, channelId);
      const call = { run_id: sentBy?.runId ?? null, tool_call_id: sentBy?.toolCallId ?? null };
      await executor
        .insertInto('channel_message')
        .values({ ...call, id, channel_id: channelId, user_id: principal.userId, content: storableText(content) })
        .onConflict((conflict) => conflict.constraint('channel_message_call').doNothing())
        .execute();
      const row = await messages()
        .where('message.channel_id', '=', channelId)
        .where((eb) =>
          sentBy === null
            ? eb('message.id', '=', id)
            : eb.and({ 'message.run_id': sentBy.runId, 'message.tool_call_id': sentBy.toolCallId }),
        )
        .executeTakeFirst();
      return toMessage(found(row, 'message'));
    },

    async listMessages(principal, channelId, { before, limit }) {
      await getChannel(principal, channelId);
      if (before !== undefined) requireId(before, 'message');
      let query = messages().where('message.channel_id', '=', channelId);
      // Ids are ordered by time.
      if (before !== undefined) query = query.where('message.id', '<', before);
      return (await query.orderBy('message.id', 'desc').limit(limit).execute()).map(toMessage);
    },
  };
}

function toProject({ id, name, description, created_at }: Selectable<ProjectTable>): Project {
  return { id, name, description, createdAt: created_at };
}

function toChannel({ id, project_id, name, created_at }: Selectable<ChannelTable>): Channel {
  return { id, projectId: project_id, name, createdAt: created_at };
}

interface MessageRow {
  readonly id: string;
  readonly channel_id: string;
  readonly user_id: string;
  readonly user_name: string | null;
  readonly run_id: string | null;
  readonly content: string;
  readonly created_at: Date;
}

function toMessage({ id, channel_id, user_id, user_name, run_id, content, created_at }: MessageRow): ChannelMessage {
  return {
    id,
    channelId: channel_id,
    userId: user_id,
    userName: user_name,
    runId: run_id,
    content,
    createdAt: created_at,
  };
}

import type { Principal } from '@shipmate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { Project } from '../project/project.ts';
import { addProjectMember, createProject, removeProject, removeProjectMember } from '../use-cases/manage-projects.ts';
import { type OpenDatabase, useDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant, type TestTenant } from './create-test-tenant.ts';

const notFound = { code: 'NOT_FOUND' };

/** Runs the contract of every `ProjectStore`, alone and through the use cases. */
export function projectStoreContract(open: OpenDatabase): void {
  describe('ProjectStore', () => {
    const database = useDatabase(open);
    let tenant: TestTenant;
    let colleague: Principal;
    let stranger: Principal;

    beforeAll(async () => {
      const { unitOfWork } = database();
      tenant = await createTestTenant(unitOfWork);
      colleague = await createTestColleague(unitOfWork, tenant);
      stranger = (await createTestTenant(unitOfWork)).principal;
    });

    const stores = (): Stores => database().unitOfWork.stores;
    const create = (name: string): Promise<Project> =>
      database().unitOfWork.transaction((inside) =>
        createProject(inside, tenant.principal, { name, description: 'Sells things' }),
      );

    it('shows a project to its members only, each of whom belongs to the organization', async () => {
      const { projects } = stores();
      const project = await create('Shop');
      await expect(create('Shop')).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await projects.list(tenant.principal)).toEqual([project]);
      await expect(projects.get(colleague, project.id)).rejects.toMatchObject(notFound);
      await expect(projects.addMember(colleague, project.id, colleague.userId)).rejects.toMatchObject(notFound);
      await expect(projects.addMember(tenant.principal, project.id, stranger.userId)).rejects.toMatchObject(notFound);
      await projects.addMember(tenant.principal, project.id, colleague.userId);
      await projects.addMember(tenant.principal, project.id, colleague.userId);
      expect(await projects.get(colleague, project.id)).toEqual(project);
      expect((await projects.listMembers(colleague, project.id)).map(({ userId }) => userId).toSorted()).toEqual(
        [tenant.principal.userId, colleague.userId].toSorted(),
      );
      await projects.removeMember(tenant.principal, project.id, colleague.userId);
      expect(await projects.list(colleague)).toEqual([]);
      await projects.remove(tenant.principal, project.id);
      await expect(projects.get(tenant.principal, project.id)).rejects.toMatchObject(notFound);
    });

    it('audits members of a project and its deletion, and keeps its last member', async () => {
      const { audit, projects } = stores();
      const { principal } = tenant;
      const { unitOfWork } = database();
      const { id: projectId } = await create('Team');
      const [own, other] = [principal, colleague].map(({ userId }) => ({ projectId, userId }));
      if (own === undefined || other === undefined) throw new Error('There are two members.');
      await expect(
        unitOfWork.transaction((inside) => addProjectMember(inside, colleague, other)),
      ).rejects.toMatchObject(notFound);
      const last = unitOfWork.transaction((inside) => removeProjectMember(inside, principal, own));
      await expect(last).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(
        unitOfWork.transaction((inside) => removeProjectMember(inside, principal, other)),
      ).rejects.toMatchObject(notFound);
      await unitOfWork.transaction((inside) => addProjectMember(inside, principal, other));
      await unitOfWork.transaction((inside) => removeProjectMember(inside, colleague, own));
      expect(await projects.list(principal)).toEqual([]);
      await expect(
        unitOfWork.transaction((inside) => removeProject(inside, principal, projectId)),
      ).rejects.toMatchObject(notFound);
      await unitOfWork.transaction((inside) => removeProject(inside, colleague, projectId));
      expect(await audit.list(principal, { limit: 4 })).toMatchObject([
        { kind: 'project_removed', subjectId: projectId, details: { name: 'Team' } },
        { kind: 'project_member_removed', details: { name: 'Team', userId: principal.userId } },
        { kind: 'project_member_added', details: { name: 'Team', userId: colleague.userId } },
        { kind: 'project_created' },
      ]);
    });

    it('keeps one of two members who remove each other at once', async () => {
      const { unitOfWork } = database();
      const { id: projectId } = await create('Pair');
      const pair = [tenant.principal, colleague] as const;
      await stores().projects.addMember(pair[0], projectId, pair[1].userId);
      const removals = [pair, pair.toReversed()].map(async ([by, removed]) => {
        if (by === undefined || removed === undefined) throw new Error('There are two members.');
        await unitOfWork.transaction((inside) =>
          removeProjectMember(inside, by, { projectId, userId: removed.userId }),
        );
      });
      const outcomes = (await Promise.allSettled(removals)).map(({ status }) => status);
      expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
      const seen = await Promise.all(pair.map((principal) => stores().projects.list(principal)));
      expect(seen.flat().filter(({ id }) => id === projectId)).toHaveLength(1);
    });

    it('keeps the messages of channels, newest first, and one for each call', async () => {
      const { projects } = stores();
      const { principal } = tenant;
      const project = await create('Chat');
      const [general] = await projects.listChannels(principal, project.id);
      expect(general).toMatchObject({ name: 'general', projectId: project.id });
      const again = { id: newId(), projectId: project.id, name: 'general' };
      await expect(projects.createChannel(principal, again)).rejects.toMatchObject({ code: 'CONFLICT' });
      const channelId = general?.id ?? '';
      const runId = await createTestRun(database().unitOfWork, principal);
      const hello = { id: newId(), channelId, sentBy: null, content: 'Hello' };
      const first = await projects.appendMessage(principal, hello);
      const sent = { id: newId(), channelId, sentBy: { runId, toolCallId: 'call_1' }, content: 'Fixed\u0000' };
      const second = await projects.appendMessage(principal, sent);
      expect(await projects.appendMessage(principal, { ...sent, id: newId(), content: 'Other' })).toEqual(second);
      expect(second).toMatchObject({ runId, userName: 'Test user', userId: principal.userId });
      expect(await projects.listMessages(principal, channelId, { limit: 10 })).toEqual([second, first]);
      expect(await projects.listMessages(principal, channelId, { limit: 10, before: second.id })).toEqual([first]);
    });

    it('answers NOT_FOUND about a project or channel of another tenant, an unknown one and to a limited credential', async () => {
      const { projects } = stores();
      const project = await create('Hidden');
      const [channel] = await projects.listChannels(tenant.principal, project.id);
      const limited = { ...tenant.principal, scope: { workspaceId: newId() } };
      for (const by of [
        stranger,
        colleague,
        limited,
        { ...tenant.principal, organizationId: stranger.organizationId },
      ]) {
        for (const [projectId, channelId] of [
          [project.id, channel?.id ?? ''],
          [newId(), newId()],
          ['no-id', 'no-id'],
        ] as const) {
          const id = newId();
          for (const call of [
            () => projects.get(by, projectId),
            () => projects.remove(by, projectId),
            () => projects.addMember(by, projectId, by.userId),
            () => projects.removeMember(by, projectId, by.userId),
            () => projects.listMembers(by, projectId),
            () => projects.createChannel(by, { id, projectId, name: 'mine' }),
            () => projects.listChannels(by, projectId),
            () => projects.getChannel(by, channelId),
            () => projects.appendMessage(by, { id, channelId, sentBy: null, content: 'mine' }),
            () => projects.listMessages(by, channelId, { limit: 1 }),
          ]) {
            await expect(call()).rejects.toMatchObject(notFound);
          }
        }
      }
      expect(await projects.listChannels(tenant.principal, project.id)).toHaveLength(1);
    });
  });
}

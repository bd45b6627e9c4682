import type { Principal } from '@shipmate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { type OpenDatabase, useDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant, type TestTenant } from './create-test-tenant.ts';
import { addTestRepository } from './test-code.ts';

const notFound = { code: 'NOT_FOUND' };
const request = { type: 'file_tree', filters: { pathPatterns: ['src/**'] }, weighting: 'size' } as const;

/** Runs the contract of every `DiagramStore`. */
export function diagramStoreContract(open: OpenDatabase): void {
  describe('DiagramStore', () => {
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

    const diagrams = () => database().unitOfWork.stores.diagrams;
    const addRepository = async () => (await addTestRepository(database().unitOfWork, tenant.principal)).id;
    const create = (repositoryId: string, name: string, by = tenant.principal) =>
      diagrams().create(by, { id: newId(), repositoryId, name, description: null, request });

    it('keeps the diagrams of a repository for its organization, with names of their own', async () => {
      const repositoryId = await addRepository();
      const first = await create(repositoryId, 'API');
      const { createdAt, updatedAt, ...rest } = first;
      expect([createdAt, updatedAt]).toEqual([expect.any(Date), expect.any(Date)]);
      expect(rest).toEqual({
        id: first.id,
        repositoryId,
        name: 'API',
        description: null,
        request,
        positions: {},
        createdByUserId: tenant.principal.userId,
      });
      const second = await create(repositoryId, 'API', colleague);
      const third = await create(repositoryId, 'API');
      expect([second.name, third.name]).toEqual(['API 2', 'API 3']);
      expect(await diagrams().list(colleague, repositoryId)).toEqual([first, second, third]);
      expect(await diagrams().get(colleague, first.id)).toEqual(first);
      await diagrams().remove(colleague, second.id);
      await expect(diagrams().get(tenant.principal, second.id)).rejects.toMatchObject(notFound);
      expect((await create(repositoryId, 'API')).name).toBe('API 2');
    });

    it('gives diagrams that are created together different names', async () => {
      const repositoryId = await addRepository();
      const created = await Promise.all(
        [1, 2, 3].map(() =>
          database().unitOfWork.transaction(({ diagrams: inside }) =>
            inside.create(tenant.principal, { id: newId(), repositoryId, name: 'Map', description: null, request }),
          ),
        ),
      );
      expect(created.map(({ name }) => name).toSorted()).toEqual(['Map', 'Map 2', 'Map 3']);
    });

    it('changes the given fields, and refuses a taken name', async () => {
      const repositoryId = await addRepository();
      const diagram = await create(repositoryId, 'One');
      await create(repositoryId, 'Two');
      const positions = { 'acme/shop:src': { x: 1, y: -2.5 } };
      const moved = await diagrams().change(colleague, diagram.id, { positions });
      expect(moved).toEqual({ ...diagram, positions, updatedAt: moved.updatedAt });
      expect(moved.updatedAt.getTime()).toBeGreaterThanOrEqual(diagram.updatedAt.getTime());
      const changed = await diagrams().change(tenant.principal, diagram.id, {
        name: 'Flow\u0000',
        description: 'Orders',
        request: { type: 'data_flow', from: 'src/\u0000' },
      });
      expect(changed).toMatchObject({
        name: 'Flow\ufffd',
        description: 'Orders',
        request: { type: 'data_flow', from: 'src/\u0000' },
        positions,
      });
      await expect(diagrams().change(tenant.principal, diagram.id, { name: 'Two' })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'Another diagram of the repository has this name.',
      });
    });

    it('refuses more than 200 diagrams of a repository', async () => {
      const repositoryId = await addRepository();
      for (let number = 0; number < 200; number += 1) await create(repositoryId, 'Many');
      await expect(create(repositoryId, 'Many')).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await diagrams().list(tenant.principal, repositoryId)).toHaveLength(200);
    });

    it('answers NOT_FOUND to other organizations, about unknown ids and to a limited credential', async () => {
      const repositoryId = await addRepository();
      const diagram = await create(repositoryId, 'Hidden');
      const limited = { ...tenant.principal, scope: { workspaceId: newId() } };
      for (const [by, id, repository] of [
        [stranger, diagram.id, repositoryId],
        [limited, diagram.id, repositoryId],
        [tenant.principal, newId(), newId()],
        [tenant.principal, 'x', 'x'],
      ] as const) {
        for (const call of [
          () => create(repository, 'Mine', by),
          () => diagrams().get(by, id),
          () => diagrams().list(by, repository),
          () => diagrams().change(by, id, { name: 'Mine' }),
          () => diagrams().remove(by, id),
        ]) {
          await expect(call()).rejects.toMatchObject(notFound);
        }
      }
      expect(await diagrams().list(tenant.principal, repositoryId)).toEqual([diagram]);
    });
  });
}

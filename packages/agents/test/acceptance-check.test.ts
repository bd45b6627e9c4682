import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { acceptChanges } from '@shipmate/domain/use-cases';
import { createWorkspaceFromTemplate } from '@shipmate/domain/workspace';
import { createAcceptanceCheck, createFixedKubernetesVersions } from '@shipmate/tools';
import { createInlineCompute, sharedHelm } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';

const check = createAcceptanceCheck({
  helm: sharedHelm,
  kubernetesVersions: createFixedKubernetesVersions(),
  compute: createInlineCompute(),
});

it('acceptChanges rejects a chart that fails its checks when the workspace requires validation', async () => {
  await using database = await createTestDatabase('pglite');
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const { workspaces } = unitOfWork.stores;
  const { id: workspaceId } = await workspaces.create(principal, createWorkspaceFromTemplate('starter', 'Shop'));
  await workspaces.setSettings(principal, workspaceId, { autoAccept: false, validateBeforeAccept: true });
  const { files } = await workspaces.getDetail(principal, workspaceId);
  const values = files.find(({ path }) => path === 'values.yaml');
  const change = async (content: string) => {
    const pending = { op: 'modify', content } as const;
    await workspaces.setPending(principal, workspaceId, { fileId: values?.id ?? '', pending });
  };
  const decision = { workspaceId, revisionNumber: 0, selection: 'all', check } as const;

  await change('replicaCount: [');
  await expect(acceptChanges(unitOfWork, principal, decision)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: expect.arrayContaining([expect.objectContaining({ severity: 'error', file: 'values.yaml' })]) },
  });
  expect((await workspaces.get(principal, workspaceId)).currentRevisionNumber).toBe(0);

  await change((values?.content ?? '').replace('replicaCount: 1', 'replicaCount: 3'));
  const accepted = await acceptChanges(unitOfWork, principal, decision);
  expect(accepted.workspace.currentRevisionNumber).toBe(1);
});

import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { WorkspaceSettings } from '../workspace/workspace.ts';

/** Changes the given settings and returns all of them. @throws AppError `NOT_FOUND` */
export async function changeSettings(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { workspaceId, settings }: { readonly workspaceId: string; readonly settings: Partial<WorkspaceSettings> },
): Promise<WorkspaceSettings> {
  return unitOfWork.transaction(async ({ workspaces, audit }) => {
    const all = await workspaces.setSettings(principal, workspaceId, settings);
    const details = { ...settings };
    await audit.append(principal, {
      kind: 'workspace_settings_changed',
      subjectId: workspaceId,
      workspaceId,
      details,
    });
    return all;
  });
}

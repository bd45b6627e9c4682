import { AppError } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { createWorkspaceFromArchive } from '@shipmate/domain/archive';
import type { ConvertedChart } from '@shipmate/domain/manifests';
import type { Workspace } from '@shipmate/domain/workspace';
import type { ComputePort, ToolCaller } from '@shipmate/tools';
import { requireRecommendation } from './require-recommendation.ts';

/** A chart that was created from a recommendation, and its workspace. */
interface ExportedRecommendation extends Pick<ConvertedChart, 'left' | 'notes'> {
  readonly workspace: Workspace;
}

/**
 * Creates a workspace with a Helm chart of a recommendation's manifests.
 *
 * @throws AppError `NOT_FOUND`; `CONFLICT` while no manifests have passed the dry run; as `convertManifests` and {@link
 * ComputePort.run} do.
 */
export async function exportRecommendation(
  { unitOfWork, compute }: { readonly unitOfWork: UnitOfWork; readonly compute: ComputePort },
  { principal, signal }: ToolCaller,
  { proposalId, chartName }: { readonly proposalId: string; readonly chartName?: string | undefined },
): Promise<ExportedRecommendation> {
  const { proposals, workspaces } = unitOfWork.stores;
  const proposal = await proposals.get(principal, proposalId);
  const { chosen } = requireRecommendation(proposal);
  if (chosen === null || proposal.status === 'asking') {
    throw new AppError({
      code: 'CONFLICT',
      message: 'No manifests have passed the dry run yet. Choose a solution and answer its questions first.',
      details: { reason: 'proposal_not_open', status: proposal.status },
    });
  }
  const files = [{ name: 'recommendation.yaml', content: chosen.manifests }];
  const {
    name,
    files: contents,
    left,
    notes,
  } = await compute.run('convertManifests', [files, chartName], { principal, signal });
  const archived = createWorkspaceFromArchive({ name, files: contents, charts: [{ name, root: '' }] });
  return { workspace: await workspaces.create(principal, archived), left, notes };
}

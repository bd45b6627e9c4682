import { defineTool, type ToolContext } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { ComputePort } from '@shipmate/tools';
import { z } from 'zod';
import { exportRecommendation } from './export-recommendation.ts';

export const exportRecommendationTool = defineTool({
  name: 'export_recommendation',
  description:
    'Makes a workspace with a Helm chart of the manifests that recommend wrote, for the person to edit, review and push. The cluster ' +
    'is left as it is.',
  category: 'flow',
  writesTo: 'chart',
  effect: 'write',
  input: () =>
    z.object({
      proposalId: z.uuid(),
      chartName: z
        .string()
        .regex(/^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/)
        .optional()
        .describe('Name of the chart; made of the manifests when left out.'),
    }),
  output: () => z.object({ workspaceId: z.string(), remarks: z.array(z.string()) }),
  async execute(input, { ports, principal, signal }: ToolContext<{ unitOfWork: UnitOfWork; compute: ComputePort }>) {
    const { workspace, left, notes } = await exportRecommendation(ports, { principal, signal }, input);
    const remarks = [...left, ...notes].map(({ source, message }) => `${source}: ${message}`);
    return { workspaceId: workspace.id, remarks };
  },
});

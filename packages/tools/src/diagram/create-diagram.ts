import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import type { DiagramRequest } from '@shipmate/domain/code-map';
import { z } from 'zod';
import {
  actionsSchema,
  diagramTypeSchema,
  edgesSchema,
  layoutTypeSchema,
  nodesSchema,
  repositoryShape,
  requestShape,
  statsSchema,
} from './diagram-schemas.ts';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';
import { canvasEvents, fenceResult, toSample } from './model-view.ts';
import { drawRequest, openMap } from './open-map.ts';

export const createDiagram = defineTool({
  name: 'createDiagram',
  description:
    'Draws a diagram of a repository in a new tab and saves it. Types: file_tree (folders and files), dependency_graph (imports), ' +
    'architecture_slice (packages and facts around "from", or of the whole repository), data_flow (routes, queues, tables and HTTP requests), ' +
    'custom (your "nodes" and "edges"; paths must exist, and edges that no import shows are marked as inferred). Answers {diagramId, stats, ' +
    'sample}: use the ids of the sample with navigateCanvas. Large parts are folded; unfold them with expandPath.',
  // A saved diagram is a view of the caller's own repository that others cannot run and that anyone may delete: a draft, like a preview.
  effect: 'read',
  input: () =>
    z.object({
      ...repositoryShape,
      name: z.string().trim().min(1).max(120).describe('The title of the tab'),
      description: z.string().trim().max(1_000).optional(),
      type: diagramTypeSchema,
      layoutType: layoutTypeSchema.optional().describe('Default: treemap for file_tree, else hierarchical'),
      ...requestShape,
    }),
  output: () =>
    z.object({
      diagramId: z.string(),
      name: z.string(),
      type: diagramTypeSchema,
      repositoryId: z.string(),
      nodes: nodesSchema,
      edges: edgesSchema,
      stats: statsSchema,
      notes: z.array(z.string()).readonly(),
      actions: actionsSchema,
    }),
  async execute({ owner, repo, name, description, ...request }, context: ToolContext<DiagramToolPorts>) {
    requireOwnFields(request);
    const { repository, snapshot } = await openMap({ owner, repo }, context);
    const picture = await drawRequest({ snapshot, request }, context);
    if (picture.stats.files === 0) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message:
          `The diagram would be empty. ${picture.notes.join(' ')} Check "filters" and "from" with queryFileTree.`.trim(),
        details: { field: 'filters' },
      });
    }
    const diagram = await context.ports.codeMaps.diagrams.create(context.principal, {
      id: newId(),
      repositoryId: repository.id,
      name,
      description: description ?? null,
      request,
    });
    const { nodes, edges, stats, notes } = picture;
    return {
      diagramId: diagram.id,
      name: diagram.name,
      type: request.type,
      repositoryId: repository.id,
      nodes,
      edges,
      stats,
      notes,
      actions: [{ type: 'openDiagram' as const, diagramId: diagram.id }],
    };
  },
  toModel: ({ diagramId, name, stats, notes, nodes, edges }) =>
    fenceResult({ diagramId, name, stats, ...(notes.length > 0 && { notes }), sample: toSample({ nodes, edges }) }),
  clientEvents: ({ diagramId, name, type, repositoryId, actions }) => [
    {
      type: 'diagram_created',
      data: { diagram_id: diagramId, name, diagram_type: type, repository_id: repositoryId },
    },
    ...canvasEvents(actions, diagramId),
  ],
});

/** Refuses fields that the type or weighting does not use: the model meant something else. */
function requireOwnFields({ type, nodes, edges, weights, weighting, from }: DiagramRequest): void {
  const refuse = (field: string, use: string): AppError =>
    new AppError({ code: 'VALIDATION_ERROR', message: `"${field}" is for ${use}.`, details: { field } });
  if (type !== 'custom' && nodes) throw refuse('nodes', 'the type "custom"');
  if (type !== 'custom' && edges) throw refuse('edges', 'the type "custom"');
  if (weights && weighting !== 'custom') throw refuse('weights', 'the weighting "custom"');
  if (weighting === 'custom' && !weights) throw refuse('weighting', 'use with "weights", a weight for each path');
  if (from !== undefined && type !== 'architecture_slice' && type !== 'data_flow') {
    throw refuse('from', 'the types "architecture_slice" and "data_flow"');
  }
}

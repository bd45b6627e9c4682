import type { ToolContext } from '@shipmate/core';
import type { CodeMapSnapshot, Diagram, DiagramPicture, DiagramRequest } from '@shipmate/domain/code-map';
import type { MappedRepository } from './code-map-port.ts';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';

/** A repository of the caller with its newest snapshot. */
export interface OpenedMap extends MappedRepository {
  readonly snapshot: CodeMapSnapshot;
}

/** Opens the newest map of the repository that a model named. @throws AppError `NOT_FOUND`, and `CONFLICT` before its first index */
export async function openMap(
  label: { readonly owner: string; readonly repo: string },
  { ports, principal }: ToolContext<DiagramToolPorts>,
): Promise<OpenedMap> {
  const { owner, repo } = label;
  const found = await ports.codeMaps.findRepository(principal, { owner, repo });
  return { ...found, snapshot: await ports.codeMaps.openSnapshot(principal, found.repository.id) };
}

/** Draws a request on a snapshot. @throws AppError as `DiagramPort.draw` does */
export async function drawRequest(
  { snapshot, request }: { readonly snapshot: CodeMapSnapshot; readonly request: DiagramRequest },
  context: ToolContext<DiagramToolPorts>,
): Promise<DiagramPicture> {
  const { codeMaps, diagrams } = context.ports;
  const listSymbols = (paths: readonly string[]) => codeMaps.listSymbols(context.principal, snapshot.mapId, paths);
  return diagrams.draw({ snapshot, request, listSymbols }, context);
}

/** A stored diagram with its picture on the newest map of its repository. */
export interface OpenedDiagram {
  readonly diagram: Diagram;
  readonly snapshot: CodeMapSnapshot;
  readonly picture: DiagramPicture;
}

/** Opens a stored diagram and draws it on the newest map. @throws AppError `NOT_FOUND` for an id of another organization */
export async function openDiagram(diagramId: string, context: ToolContext<DiagramToolPorts>): Promise<OpenedDiagram> {
  const { codeMaps } = context.ports;
  const diagram = await codeMaps.diagrams.get(context.principal, diagramId);
  const snapshot = await codeMaps.openSnapshot(context.principal, diagram.repositoryId);
  return { diagram, snapshot, picture: await drawRequest({ snapshot, request: diagram.request }, context) };
}

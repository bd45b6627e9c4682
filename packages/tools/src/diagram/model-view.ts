import { type ClientEvent, fenceText, type JsonValue } from '@shipmate/core';
import type { DiagramEdge, DiagramNode, NavigationAction } from '@shipmate/domain/code-map';

const sampleNodes = 40;
const sampleEdges = 30;

/** The part of a picture that a model reads: ids with labels, and the strongest edges. */
export function toSample({
  nodes,
  edges,
}: {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}): object {
  return {
    nodes: nodes.slice(0, sampleNodes).map(({ id, data }) => ({
      id,
      kind: data.kind,
      label: data.label,
      ...(data.files > 0 && { files: data.files }),
      ...(data.canExpand && { canExpand: true }),
    })),
    edges: edges.slice(0, sampleEdges).map(({ source, target, label, data }) => ({
      source,
      target,
      kind: data.kind,
      ...(label !== undefined && { label }),
      ...(data.inferred && { inferred: true }),
    })),
    ...(nodes.length > sampleNodes && { moreNodes: nodes.length - sampleNodes }),
    ...(edges.length > sampleEdges && { moreEdges: edges.length - sampleEdges }),
  };
}

/** A result for a model. Paths, names and text of a repository are fenced: others wrote them. */
export function fenceResult(result: object, name?: string): string {
  return fenceText(JSON.stringify(result), { source: 'result', ...(name !== undefined && { name }) });
}

/** The event that tells a page to carry actions out; none without actions. */
export function canvasEvents(actions: readonly NavigationAction[], diagramId?: string): readonly ClientEvent[] {
  if (actions.length === 0) return [];
  const data = { ...(diagramId !== undefined && { diagram_id: diagramId }), actions };
  return [{ type: 'canvas_actions', data: data as unknown as JsonValue }];
}

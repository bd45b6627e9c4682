import type { NavigationAction } from '@shipmate/domain/code-map';

/** A stop of a guided tour: one view of the canvas with what is highlighted, unfolded and open. */
export type TourStop = readonly NavigationAction[];

/** Parts of the page that actions move; a stop moves each of them once. */
type Part = 'view' | 'file' | 'marks' | 'diagram';

const parts: Readonly<Record<NavigationAction['type'], Part | undefined>> = {
  focusNode: 'view',
  zoomTo: 'view',
  panTo: 'view',
  openFileRange: 'file',
  highlightNodes: 'marks',
  openDiagram: 'diagram',
  expandPath: undefined,
};

/**
 * Groups the actions of an answer into stops: a stop ends where the next action would move a part of the page again, would open
 * another diagram, or would unfold a folder after the view has moved.
 */
export function toTourStops(actions: readonly NavigationAction[]): readonly TourStop[] {
  const stops: NavigationAction[][] = [];
  let used = new Set<Part>();
  for (const action of actions) {
    const part = parts[action.type];
    const current = stops.at(-1);
    const isNext =
      current === undefined || part === 'diagram' || (part === undefined ? used.has('view') : used.has(part));
    if (isNext) {
      stops.push([action]);
      used = new Set();
    } else current.push(action);
    if (part !== undefined) used.add(part);
  }
  return stops;
}

/** Describes a stop for a person. */
export function describeStop(stop: TourStop): string {
  return stop.map(describeAction).join(', ');
}

function describeAction(action: NavigationAction): string {
  switch (action.type) {
    case 'focusNode':
      return `focus on ${toName(action.nodeId)}`;
    case 'expandPath':
      return `unfold ${action.path}`;
    case 'highlightNodes':
      return `highlight ${countNodes(action.nodeIds)}`;
    case 'zoomTo':
      return `zoom to ${countNodes(action.nodeIds)}`;
    case 'panTo':
      return 'move the view';
    case 'openFileRange': {
      const { path, startLine, endLine = startLine } = action;
      return `open ${path}, ${startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`}`;
    }
    case 'openDiagram':
      return 'open a diagram';
  }
}

function countNodes(ids: readonly string[]): string {
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? toName(only) : `${ids.length} nodes`;
}

/** Returns the path of a node's id, else the id. */
function toName(nodeId: string): string {
  return nodeId.slice(nodeId.indexOf(':') + 1) || nodeId;
}

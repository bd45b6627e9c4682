import type { CodeMapSnapshot, DiagramPicture, NavigationAction } from '@shipmate/domain/code-map';
import { fromCodeNodeId } from '@shipmate/domain/code-map';
import { findNearest, listFolders } from './build/nearest-paths.ts';
import { foldersAbove } from './build/path-parts.ts';

/** A diagram as it is drawn now. */
interface DrawnDiagram {
  readonly picture: DiagramPicture;
  readonly snapshot: CodeMapSnapshot;
}

/** Returns the reason why an action does not fit a picture; undefined if it does. */
export function checkAction(action: NavigationAction, drawn: DrawnDiagram): string | undefined {
  switch (action.type) {
    case 'focusNode':
      return checkNode(action.nodeId, drawn);
    case 'highlightNodes':
    case 'zoomTo':
      return action.nodeIds.map((id) => checkNode(id, drawn)).find((reason) => reason !== undefined);
    case 'expandPath':
      return checkFolder(action.path, drawn);
    default:
      return undefined;
  }
}

function checkNode(id: string, { picture, snapshot }: DrawnDiagram): string | undefined {
  if (picture.nodes.some((node) => node.id === id)) return undefined;
  const place = fromCodeNodeId(snapshot.label, id);
  const isKnown = place !== undefined && hasPath(snapshot, place.path);
  if (place && isKnown) {
    const shown = foldersAbove(place.path).findLast((folder) =>
      picture.nodes.some(({ data }) => data.path === folder && data.kind !== 'file'),
    );
    if (shown !== undefined) return `"${id}" is folded in "${shown}". Use expandPath with "${shown}" first.`;
    return `The diagram does not contain "${id}". Its filters leave it out.`;
  }
  const nearest = findNearest(
    id,
    picture.nodes.map((node) => node.id),
  );
  const hint = nearest.length === 0 ? '' : ` Nearest: ${nearest.map((each) => `"${each}"`).join(', ')}.`;
  const stale =
    place === undefined
      ? 'is no node of this diagram'
      : `is not in commit ${picture.commit.slice(0, 12)} of the repository`;
  return `"${id}" ${stale}.${hint}`;
}

function checkFolder(path: string, { picture, snapshot }: DrawnDiagram): string | undefined {
  const folder = path.replace(/\/(?:\+more)?$/u, '');
  const nodes = picture.nodes.filter(({ data }) => data.path === folder);
  if (nodes.some(({ data }) => data.canExpand)) return undefined;
  const folders = listFolders(snapshot.files.map((file) => file.path));
  if (folders.has(folder)) return nodes.length > 0 ? `"${folder}" is unfolded already.` : undefined;
  if (hasPath(snapshot, folder)) return `"${folder}" is a file. Use focusNode or openFileRange.`;
  const nearest = findNearest(
    folder,
    [...folders].filter((each) => each !== ''),
  );
  const hint = nearest.length === 0 ? '' : ` Nearest: ${nearest.map((each) => `"${each}"`).join(', ')}.`;
  return `The repository has no folder "${folder}".${hint}`;
}

function hasPath({ files }: CodeMapSnapshot, path: string): boolean {
  return files.some((file) => file.path === path || file.path.startsWith(`${path}/`));
}

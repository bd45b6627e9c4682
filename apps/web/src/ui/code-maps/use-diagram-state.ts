import {
  type DiagramNode,
  type DiagramRequest,
  fromCodeNodeId,
  type NavigationAction,
  type RepositoryLabel,
} from '@shipmate/domain/code-map';
import type { DiagramResponse } from '@shipmate/protocol/web/diagrams';
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { CameraTarget, CanvasControl } from './canvas/diagram-canvas.tsx';
import { findNode, toAncestors, toFoldKey } from './canvas/find-node.ts';
import { useDrawnDiagram } from './diagram-queries.ts';
import { toFindings } from './health/to-findings.ts';
import { useHealth } from './map-queries.ts';
import type { TourStop } from './tour/to-tour-stops.ts';

/** Options for {@link useDiagramState}. */
interface DiagramStateOptions {
  readonly stored: DiagramResponse;
  readonly label: RepositoryLabel;
  readonly canvas: RefObject<CanvasControl | null>;
  readonly isList: boolean;
  readonly onSelect: (nodeId: string) => void;
  readonly onOpenFile: (action: Extract<NavigationAction, { readonly type: 'openFileRange' }>) => void;
  readonly onOpenDiagram: (diagramId: string) => void;
}

/** A part of the picture to show once it is drawn. */
type Goal = CameraTarget & {
  readonly selects?: boolean;
};

/** The picture of a stored diagram with the unsaved changes of its request, and the ways to change and move it. */
export function useDiagramState(options: DiagramStateOptions) {
  const { stored, label, canvas, isList, onSelect, onOpenFile, onOpenDiagram } = options;
  const { diagram, picture: storedPicture } = stored;
  const [edited, setEdited] = useState<DiagramRequest>();
  const request = edited ?? diagram.request;
  const isChanged = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(diagram.request);
  const drawn = useDrawnDiagram(diagram.repositoryId, isChanged ? request : undefined);
  const picture = (isChanged ? drawn.data : undefined) ?? storedPicture;
  const isDrawing = isChanged && (drawn.isPlaceholderData || drawn.isPending);
  const [isCanvasReady, setCanvasReady] = useState(false);
  // Other parts of the page would delay the canvas, on the server too.
  const isReady = isCanvasReady || isList || picture.nodes.length === 0;
  const health = useHealth(diagram.repositoryId, picture.commit, { enabled: isReady }).data;
  const [showsHealth, setShowsHealth] = useState(true);
  const findings = useMemo(
    () => (showsHealth && health?.commit === picture.commit ? toFindings(picture.nodes, health) : undefined),
    [showsHealth, health, picture],
  );
  const [goal, setGoal] = useState<Goal>();
  const [marked, setMarked] = useState<{ readonly nodeIds: readonly string[]; readonly color: string }>();
  const [notice, setNotice] = useState('');

  const expanded = request.expanded ?? [];
  const { nodes } = picture;

  /** Returns the node of an id, else the folded node that contains its file. */
  function findShown(nodeId: string) {
    const own = nodes.find(({ id }) => id === nodeId);
    if (own) return { node: own, isExact: true };
    const place = fromCodeNodeId(label, nodeId);
    return place && findNode(nodes, place.path);
  }

  function unfold(paths: readonly string[]) {
    const more = paths.filter((path) => !expanded.includes(path));
    if (more.length > 0) setEdited({ ...request, expanded: [...expanded, ...new Set(more)] });
  }

  /** Shows nodes, also those inside of folded folders. */
  function go(
    nodeIds: readonly string[],
    { selects }: { readonly selects: boolean },
    alsoUnfold: readonly string[] = [],
  ) {
    const hidden = nodeIds.filter((id) => findShown(id)?.isExact !== true);
    unfold([...alsoUnfold, ...hidden.flatMap((id) => toAncestors(fromCodeNodeId(label, id)?.path ?? ''))]);
    setNotice('');
    setGoal({ nodeIds, selects });
  }

  const reach = useEffectEvent((wanted: Goal) => {
    setGoal(undefined);
    if ('x' in wanted) return canvas.current?.show(wanted);
    const found = wanted.nodeIds.map((id) => findShown(id));
    const shown = found.flatMap((each) => (each ? [each.node.id] : []));
    const [first] = found;
    canvas.current?.show({ nodeIds: shown });
    if (wanted.selects === true && first) onSelect(first.node.id);
    if (found.some((each) => each?.isExact !== true)) {
      setNotice(
        first ? 'It is folded or filtered out. The folder that contains it is shown.' : 'It is not in this diagram.',
      );
    }
  });
  useEffect(() => {
    if (goal && !isDrawing) reach(goal);
  }, [goal, isDrawing, picture]);

  const marks = useMemo(() => {
    if (!marked) return undefined;
    const ids = marked.nodeIds.flatMap((id) => {
      if (nodes.some((node) => node.id === id)) return [id];
      const place = fromCodeNodeId(label, id);
      const found = place && findNode(nodes, place.path);
      return found ? [found.node.id] : [];
    });
    return { nodeIds: new Set(ids), color: marked.color };
  }, [marked, nodes, label]);

  function mark(nodeIds: readonly string[], color?: string) {
    const isColor = color !== undefined && CSS.supports('color', color);
    setMarked(nodeIds.length === 0 ? undefined : { nodeIds, color: isColor ? color : 'var(--color-accent)' });
  }

  /** Executes the actions of a stop. */
  function runStop(stop: TourStop) {
    const folders = stop.flatMap((action) =>
      action.type === 'expandPath' ? [...toAncestors(action.path), action.path] : [],
    );
    let hasView = false;
    for (const action of stop) {
      if (action.type === 'highlightNodes') mark(action.nodeIds, action.color);
      else if (action.type === 'openFileRange') onOpenFile(action);
      else if (action.type === 'openDiagram') onOpenDiagram(action.diagramId);
      else if (action.type === 'focusNode') go([action.nodeId], { selects: true }, folders);
      else if (action.type === 'zoomTo') go(action.nodeIds, { selects: false }, folders);
      else if (action.type === 'panTo') setGoal({ x: action.x, y: action.y });
      hasView ||= action.type === 'focusNode' || action.type === 'zoomTo';
    }
    if (!hasView) unfold(folders);
  }

  return {
    diagram,
    request,
    picture,
    isChanged,
    isDrawing,
    isReady,
    onCanvasReady: () => setCanvasReady(true),
    error: isChanged ? drawn.error : null,
    notice,
    marks,
    mark,
    findings,
    showsHealth,
    setShowsHealth,
    go,
    runStop,
    change: (change: Partial<DiagramRequest>) => setEdited({ ...request, ...change }),
    reset: () => setEdited(undefined),
    folding: {
      unfold(nodeId: string) {
        const node = nodes.find(({ id }) => id === nodeId);
        const key = node && toFoldKey(node);
        if (key !== undefined) unfold([key]);
      },
      fold(nodeId: string) {
        const node = nodes.find(({ id }) => id === nodeId);
        const key = node && toFoldKey(node);
        const rest = expanded.filter((each) => each !== key && !each.startsWith(`${key}/`));
        setEdited({ ...request, expanded: rest });
      },
      canFold(node: Pick<DiagramNode, 'id' | 'data'>) {
        const key = toFoldKey(node);
        return key !== undefined && expanded.includes(key);
      },
    },
  };
}

export type DiagramState = ReturnType<typeof useDiagramState>;

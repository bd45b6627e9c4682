import type { DiagramPicture } from '@shipmate/domain/code-map';
import {
  Background,
  getViewportForBounds,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../../components/icon-button.tsx';
import { useMediaQuery } from '../../preference/use-media-query.ts';
import type { Findings } from '../health/to-findings.ts';
import { findNeighbor, toPlaces } from './find-node.ts';
import { toLanguageColor } from './language-color.ts';
import { MapEdge } from './map-edge.tsx';
import { FoldProvider, type FoldControl, MapNodeCard } from './map-node-card.tsx';
import { toZoomStep } from './node-detail.ts';
import { estimateZoom, keepVisible, type MapNode, type Marks, toFlowEdges, toFlowNodes } from './to-flow.ts';

/** The part of a picture to show. */
export type CameraTarget = { readonly nodeIds: readonly string[] } | { readonly x: number; readonly y: number };

/** Moves the view of the canvas. */
export interface CanvasControl {
  readonly show: (target: CameraTarget) => void;
  /** Returns the middle and the zoom level of the view. */
  readonly readView: () => { readonly x: number; readonly y: number; readonly zoom: number };
}

interface DiagramCanvasProps {
  readonly label: string;
  readonly picture: DiagramPicture;
  readonly positions: Readonly<Record<string, { readonly x: number; readonly y: number }>>;
  readonly selected: string | undefined;
  readonly selectedEdge: string | undefined;
  readonly marks: Marks | undefined;
  readonly findings?: Findings | undefined;
  readonly folding: FoldControl;
  /** Called once the nodes are on the screen. */
  readonly onReady?: () => void;
  readonly onSelect: (nodeId: string | undefined) => void;
  readonly onSelectEdge: (edgeId: string) => void;
  /** Called for Enter and a double click on a node. */
  readonly onActivate: (nodeId: string) => void;
  readonly onMove: (nodeId: string, position: { readonly x: number; readonly y: number }) => void;
  readonly ref: Ref<CanvasControl>;
}

const nodeTypes = { map: MapNodeCard };
const edgeTypes = { map: MapEdge };
/** More nodes than this are mounted only while they are on the screen. */
const maxMountedNodes = 300;
const wholeOptions = { padding: 0.05, maxZoom: 1.25 } as const;
/** The zoom level of a larger graph when it opens: labels are readable, and the overview shows the rest. */
const readableZoom = 0.6;
const zoomLimits = { minZoom: 0.02, maxZoom: 4 } as const;
/** The duration of a move of the view, in milliseconds. */
const moveMs = 300;
/** A canvas that is resized within this time of a move shows the target of the move again, in milliseconds. */
const resizeMs = 1_000;

/**
 * A picture that is zoomed and moved. It is one stop of the keyboard: arrow keys move the selection, Enter unfolds or opens, and the
 * menu key opens the actions of the selected node.
 */
export function DiagramCanvas(props: DiagramCanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow(props: DiagramCanvasProps) {
  const { label, picture, positions, selected, selectedEdge, marks, findings, folding, ref } = props;
  const { onReady, onSelect, onSelectEdge, onActivate, onMove } = props;
  const flow = useReactFlow<MapNode>();
  const hintId = useId();
  const isWide = useMediaQuery('(min-width: 48rem)');
  const [isPainted, setPainted] = useState(false);
  const [dragged, setDragged] = useState<Readonly<Record<string, { readonly x: number; readonly y: number }>>>({});
  const seenZoom = useStore(({ transform }) => toZoomStep(transform[2]));
  const zoom = flow.viewportInitialized
    ? seenZoom
    : toZoomStep(estimateZoom(picture, { width: window.innerWidth, height: window.innerHeight }));
  const allNodes = useMemo(
    () => toFlowNodes(picture, { selected, marks, findings, positions: { ...positions, ...dragged } }),
    [picture, selected, marks, findings, positions, dragged],
  );
  const nodes = useMemo(() => keepVisible(allNodes, zoom), [allNodes, zoom]);
  const edges = useMemo(() => toFlowEdges(picture, { selected, selectedEdge }), [picture, selected, selectedEdge]);

  const newest = useRef<{ readonly target: CameraTarget; readonly at: number }>(undefined);
  function show(target: CameraTarget) {
    newest.current = { target, at: performance.now() };
    if ('x' in target) {
      void flow.setCenter(target.x, target.y, { zoom: flow.getZoom(), duration: moveMs });
      return;
    }
    const wanted = new Set(target.nodeIds);
    const places = toPlaces(allNodes);
    const boxes = allNodes.flatMap(({ id, width = 0, height = 0 }) => {
      const place = wanted.has(id) ? places.get(id) : undefined;
      return place ? [{ ...place, right: place.x + width, bottom: place.y + height }] : [];
    });
    const { width, height } = readFrame();
    if (boxes.length === 0 || width === 0) return;
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const right = Math.max(...boxes.map((box) => box.right));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const bounds = { x, y, width: right - x, height: bottom - y };
    const viewport = getViewportForBounds(bounds, width, height, zoomLimits.minZoom, 1.5, 0.3);
    void flow.setViewport(viewport, { duration: moveMs });
  }
  useImperativeHandle(ref, () => ({
    show,
    readView() {
      const { x, y, zoom } = flow.getViewport();
      const { width, height } = readFrame();
      return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom, zoom };
    },
  }));

  // A selection opens a panel beside the canvas, which takes a part of its width.
  const width = useStore((store) => store.width);
  const showAgain = useEffectEvent(() => {
    const { target, at = 0 } = newest.current ?? {};
    if (target && performance.now() - at < resizeMs) show(target);
  });
  useEffect(() => showAgain(), [width]);

  const { layoutType } = picture;
  // Areas of a treemap unfold with the zoom level; nodes of a graph only get smaller.
  const firstOptions = layoutType === 'treemap' ? wholeOptions : { ...wholeOptions, minZoom: readableZoom };
  const showFirst = useEffectEvent(() => void flow.fitView(firstOptions));
  useEffect(() => showFirst(), [layoutType]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = findNeighbor(picture.nodes, selected, event.key);
    if (next) {
      onSelect(next.id);
      show({ nodeIds: [next.parentId ?? next.id] });
    } else if (event.key === 'Enter' && selected !== undefined) onActivate(selected);
    else if (event.key === 'Escape' && selected !== undefined) onSelect(undefined);
    else if (event.key === '+' || event.key === '=') void flow.zoomIn();
    else if (event.key === '-') void flow.zoomOut();
    else if (event.key === '0') void flow.fitView(wholeOptions);
    else return;
    event.preventDefault();
  }
  const selectedNode = allNodes.find(({ id }) => id === selected);

  return (
    <div className="h-full min-h-0">
      <FoldProvider value={folding}>
        <ReactFlow
          id={canvasId}
          tabIndex={0}
          aria-label={label}
          aria-describedby={hintId}
          className="focus-visible:outline-accent focus-visible:-outline-offset-2"
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onInit={() =>
            afterPaint(() => {
              setPainted(true);
              onReady?.();
            })
          }
          onKeyDown={onKeyDown}
          onNodeClick={(_event, { id }) => onSelect(id)}
          onNodeDoubleClick={(_event, { id }) => onActivate(id)}
          onEdgeClick={(_event, { id }) => onSelectEdge(id)}
          onPaneClick={() => onSelect(undefined)}
          onNodeContextMenu={(_event, { id }) => onSelect(id)}
          onNodesChange={(changes) => {
            for (const change of changes) {
              const { position } = change.type === 'position' ? change : {};
              if (position && change.type === 'position') setDragged((moved) => ({ ...moved, [change.id]: position }));
            }
          }}
          onNodeDragStop={(_event, { id, position }) => onMove(id, position)}
          onlyRenderVisibleElements={nodes.length > maxMountedNodes}
          zIndexMode="manual"
          nodesFocusable={false}
          edgesFocusable={false}
          nodesConnectable={false}
          disableKeyboardA11y
          zoomOnDoubleClick={false}
          deleteKeyCode={null}
          fitView
          fitViewOptions={firstOptions}
          {...zoomLimits}
        >
          <Background gap={24} />
          <Panel position="bottom-left" className="bg-surface border-line flex rounded-md border">
            <IconButton label="Zoom in" onClick={() => void flow.zoomIn()}>
              <ZoomIn />
            </IconButton>
            <IconButton label="Zoom out" onClick={() => void flow.zoomOut()}>
              <ZoomOut />
            </IconButton>
            <IconButton label="Show whole diagram" onClick={() => void flow.fitView(wholeOptions)}>
              <Maximize />
            </IconButton>
          </Panel>
          {isWide && isPainted && (
            <MiniMap<MapNode>
              ariaLabel="Overview of the diagram"
              pannable
              bgColor="var(--color-surface)"
              maskColor="color-mix(in srgb, var(--color-canvas) 70%, transparent)"
              nodeColor={({ data }) => toOverviewColor(data)}
              nodeStrokeColor={({ selected: isSelected }) => (isSelected ? 'var(--color-accent)' : 'transparent')}
              nodeStrokeWidth={8}
              style={{ width: 160, height: 110 }}
              className="border-line overflow-hidden rounded-md border"
            />
          )}
        </ReactFlow>
      </FoldProvider>
      <p id={hintId} hidden>
        Arrow keys move the selection. Enter unfolds a folder or opens a file. The menu key opens further actions. Plus
        and minus zoom, 0 shows the whole diagram.
      </p>
      <p role="status" className="sr-only">
        {selectedNode?.ariaLabel}
      </p>
    </div>
  );
}

/** Calls a function after the next frame is on the screen. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}

function readFrame(): { readonly width: number; readonly height: number } {
  return document.getElementById(canvasId)?.getBoundingClientRect() ?? { width: 0, height: 0 };
}

function toOverviewColor({ hasChildren, drawn: { data } }: MapNode['data']): string {
  if (hasChildren) return 'var(--color-raised)';
  return toLanguageColor(data.kind === 'folder' ? null : data.language);
}

/** Id of the canvas's element. */
const canvasId = 'diagram-canvas';

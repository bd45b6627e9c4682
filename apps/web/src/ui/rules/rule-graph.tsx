import {
  Background,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { classNames } from '../components/class-names.ts';
import { IconButton } from '../components/icon-button.tsx';
import { StepStateLabel, stepStateFrames, stepStateWords } from './execution/step-state.tsx';
import type { ExecutionStates, StepState } from './execution/to-step-states.ts';
import { changeStyles, toTypeWords } from './rule-words.ts';
import { nodeSize, toRuleLayout, triggerNodeId } from './to-rule-layout.ts';
import type { RuleDrawing, StepChange } from './to-rule-steps.ts';

interface RuleGraphProps {
  readonly drawing: RuleDrawing;
  readonly trigger: string;
  readonly chosen: string | undefined;
  readonly onChoose: (actionId: string) => void;
  /** The states of an execution; by default the differences of the drawing are shown. */
  readonly states?: ExecutionStates | undefined;
  /** Called when a person drags a connection from one action, or from the trigger (null), to another. */
  readonly onConnect?: ((source: string | null, target: string) => void) | undefined;
}

type StepNode = Node<{
  readonly name: string;
  readonly type: string;
  readonly change: StepChange;
  readonly state: StepState | undefined;
  readonly port: string | null;
  readonly isActive: boolean;
  readonly isVertical: boolean;
  readonly isConnectable: boolean;
}>;

const nodeTypes = { step: StepCard };

const strokes: Readonly<Record<StepChange, string>> = {
  same: 'var(--color-edge)',
  changed: 'var(--color-caution)',
  added: 'var(--color-added)',
  removed: 'var(--color-removed)',
};

/** In narrower windows, rules run from top to bottom. */
const narrow = window.matchMedia('(max-width: 640px)');

function onResize(notify: () => void): () => void {
  narrow.addEventListener('change', notify);
  return () => narrow.removeEventListener('change', notify);
}

/** Text of smaller nodes is not readable: a larger rule is shown in part, and moved. */
const fitViewOptions = { padding: 0.12, minZoom: 0.6, maxZoom: 1 } as const;

/** A rule as a graph. Nodes are reached with Tab and chosen with Enter. */
export function RuleGraph(props: RuleGraphProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ drawing, trigger, chosen, onChoose, states, onConnect }: RuleGraphProps) {
  const isVertical = useSyncExternalStore(onResize, () => narrow.matches);
  const isConnectable = onConnect !== undefined;
  const { nodes, edges, height } = useMemo(
    () => toFlow(drawing, { trigger, chosen, states, isVertical, isConnectable }),
    [drawing, trigger, chosen, states, isVertical, isConnectable],
  );
  return (
    <div
      role="group"
      aria-label="Graph of the rule"
      className="border-line bg-canvas w-full overflow-hidden rounded-lg border"
      style={{ height: Math.min(Math.max(height + 80, 160), isVertical ? 520 : 420) }}
    >
      <ReactFlow
        key={String(isVertical)}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodeClick={(_event, { id }) => id !== triggerNodeId && onChoose(id)}
        onNodesChange={(changes) => {
          for (const change of changes) if (change.type === 'select' && change.selected) onChoose(change.id);
        }}
        onConnect={({ source, target }) => onConnect?.(source === triggerNodeId ? null : source, target)}
        nodesDraggable={false}
        nodesConnectable={isConnectable}
        edgesFocusable={false}
        deleteKeyCode={null}
        preventScrolling={false}
        zoomOnScroll={false}
        fitView
        fitViewOptions={fitViewOptions}
        minZoom={0.1}
        maxZoom={1.5}
      >
        <Background gap={20} />
        <ViewButtons isVertical={isVertical} />
        <ChosenInView chosen={chosen} />
      </ReactFlow>
    </div>
  );
}

/** In a vertical graph they stand beside its nodes, which fill the height. */
function ViewButtons({ isVertical }: { readonly isVertical: boolean }) {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel
      position="bottom-left"
      className={classNames('bg-surface border-line flex rounded-md border', isVertical && 'flex-col')}
    >
      <IconButton label="Zoom in" onClick={() => void zoomIn()}>
        <ZoomIn />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => void zoomOut()}>
        <ZoomOut />
      </IconButton>
      <IconButton label="Show whole graph" onClick={() => void fitView({ padding: 0.12, maxZoom: 1 })}>
        <Maximize />
      </IconButton>
    </Panel>
  );
}

/** Moves the view to the chosen action, which a large graph may not show. */
function ChosenInView({ chosen }: { readonly chosen: string | undefined }) {
  const { getNode, getViewport, setCenter, viewportInitialized } = useReactFlow();
  useEffect(() => {
    const node = chosen === undefined ? undefined : getNode(chosen);
    if (!node || !viewportInitialized) return;
    const { x, y } = node.position;
    void setCenter(x + nodeSize.width / 2, y + nodeSize.height / 2, { zoom: getViewport().zoom });
  }, [chosen, getNode, getViewport, setCenter, viewportInitialized]);
  return null;
}

interface FlowOptions extends Pick<RuleGraphProps, 'trigger' | 'chosen' | 'states'> {
  readonly isVertical: boolean;
  readonly isConnectable: boolean;
}

function toFlow(drawing: RuleDrawing, { trigger, chosen, states, isVertical, isConnectable }: FlowOptions) {
  const { places, height } = toRuleLayout(drawing, isVertical ? 'TB' : 'LR');
  const at = (id: string) => places.get(id) ?? { x: 0, y: 0 };
  const frame = { type: 'step', ...nodeSize, draggable: false } as const;
  const look = { isVertical, isConnectable };
  const nodes: StepNode[] = [
    {
      ...frame,
      id: triggerNodeId,
      position: at(triggerNodeId),
      selectable: false,
      focusable: false,
      data: { ...look, name: 'Trigger', type: trigger, change: 'same', state: undefined, port: null, isActive: true },
    },
    ...drawing.steps.map(({ action: { id, name, type, isActive }, change }): StepNode => {
      const state = states?.stateOf(id);
      const words = [name, toTypeWords(type), state === undefined ? changeStyles[change].word : stepStateWords[state]];
      return {
        ...frame,
        id,
        position: at(id),
        selected: id === chosen,
        ariaLabel: words.filter((word) => word !== '').join(', '),
        data: { ...look, name, type, change, state, port: states?.stepOf(id)?.port ?? null, isActive },
      };
    }),
  ];
  const edges = drawing.connections.map((connection, index): Edge => {
    const { source, target, output, change } = connection;
    const isTaken = states?.isTaken(connection) ?? false;
    return {
      id: String(index),
      source: source ?? triggerNodeId,
      target,
      ...(output !== null && { label: output }),
      style: {
        stroke: isTaken ? 'var(--color-added)' : strokes[change],
        strokeWidth: isTaken ? 2.5 : 1.5,
        ...((change === 'removed' || (states !== undefined && !isTaken)) && { strokeDasharray: '4 4' }),
      },
      labelStyle: { fill: 'var(--color-ink)', fontSize: 11 },
      labelBgStyle: { fill: 'var(--color-canvas)' },
    };
  });
  return { nodes, edges, height };
}

const handleLook = '!bg-accent !border-surface !size-3 !border-2';

function StepCard({ id, data, selected }: NodeProps<StepNode>) {
  const { name, type, change, state, port, isActive, isVertical, isConnectable } = data;
  const { word, frame } = changeStyles[change];
  const handle = isConnectable ? handleLook : 'invisible';
  return (
    <div
      style={nodeSize}
      className={classNames(
        'flex flex-col justify-center rounded-lg border px-3 text-xs',
        state === undefined ? frame : stepStateFrames[state],
        selected && 'outline-accent outline-2',
        !isActive && 'border-dashed',
      )}
    >
      {id !== triggerNodeId && (
        <Handle type="target" position={isVertical ? Position.Top : Position.Left} className={handle} />
      )}
      <span className="truncate font-medium">{name}</span>
      {state === undefined ? (
        <span className="text-muted truncate">
          {toTypeWords(type)}
          {!isActive && ' · inactive'}
          {word !== '' && ` · ${word}`}
        </span>
      ) : (
        <StepStateLabel state={state} port={port} />
      )}
      <Handle type="source" position={isVertical ? Position.Bottom : Position.Right} className={handle} />
    </div>
  );
}

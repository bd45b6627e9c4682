import { Background, type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { type CSSProperties, useMemo, useSyncExternalStore } from 'react';
import { classNames } from '../components/class-names.ts';
import { changeStyles, toTypeWords } from './rule-words.ts';
import { nodeSize, toRuleLayout, triggerNodeId } from './to-rule-layout.ts';
import type { RuleDrawing, StepChange } from './to-rule-steps.ts';

interface RuleGraphProps {
  readonly drawing: RuleDrawing;
  readonly trigger: string;
  readonly chosen: string | undefined;
  readonly onChoose: (actionId: string) => void;
}

type StepNode = Node<{
  readonly name: string;
  readonly type: string;
  readonly change: StepChange;
  readonly isActive: boolean;
  readonly isVertical: boolean;
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

const flowStyle = { '--xy-attribution-background-color': 'transparent' } as CSSProperties;

/** A rule as a graph. Nodes are reached with Tab and chosen with Enter. */
export function RuleGraph({ drawing, trigger, chosen, onChoose }: RuleGraphProps) {
  const isVertical = useSyncExternalStore(onResize, () => narrow.matches);
  const { nodes, edges, height } = useMemo(
    () => toFlow(drawing, { trigger, chosen, isVertical }),
    [drawing, trigger, chosen, isVertical],
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
        style={flowStyle}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodeClick={(_event, { id }) => id !== triggerNodeId && onChoose(id)}
        onSelectionChange={({ nodes: [first] }) => first && first.id !== triggerNodeId && onChoose(first.id)}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        preventScrolling={false}
        zoomOnScroll={false}
        fitView
        fitViewOptions={{ padding: 0.12, maxZoom: 1 }}
        minZoom={0.1}
      >
        <Background gap={20} />
      </ReactFlow>
    </div>
  );
}

function toFlow(
  drawing: RuleDrawing,
  {
    trigger,
    chosen,
    isVertical,
  }: { readonly trigger: string; readonly chosen: string | undefined; readonly isVertical: boolean },
) {
  const { places, height } = toRuleLayout(drawing, isVertical ? 'TB' : 'LR');
  const at = (id: string) => places.get(id) ?? { x: 0, y: 0 };
  const frame = { type: 'step', ...nodeSize, draggable: false } as const;
  const nodes: StepNode[] = [
    {
      ...frame,
      id: triggerNodeId,
      position: at(triggerNodeId),
      selectable: false,
      focusable: false,
      data: { name: 'Trigger', type: trigger, change: 'same', isActive: true, isVertical },
    },
    ...drawing.steps.map(
      ({ action: { id, name, type, isActive }, change }): StepNode => ({
        ...frame,
        id,
        position: at(id),
        selected: id === chosen,
        ariaLabel: [name, toTypeWords(type), changeStyles[change].word].filter((word) => word !== '').join(', '),
        data: { name, type, change, isActive, isVertical },
      }),
    ),
  ];
  const edges = drawing.connections.map(
    ({ source, target, output, change }, index): Edge => ({
      id: String(index),
      source: source ?? triggerNodeId,
      target,
      ...(output !== null && { label: output }),
      style: {
        stroke: strokes[change],
        strokeWidth: 1.5,
        ...(change === 'removed' && { strokeDasharray: '4 4' }),
      },
      labelStyle: { fill: 'var(--color-ink)', fontSize: 11 },
      labelBgStyle: { fill: 'var(--color-canvas)' },
    }),
  );
  return { nodes, edges, height };
}

function StepCard({ data, selected }: NodeProps<StepNode>) {
  const { name, type, change, isActive, isVertical } = data;
  const { word, frame } = changeStyles[change];
  return (
    <div
      style={nodeSize}
      className={classNames(
        'flex flex-col justify-center rounded-lg border px-3 text-xs',
        frame,
        selected && 'outline-accent outline-2',
        !isActive && 'opacity-60',
      )}
    >
      <Handle type="target" position={isVertical ? Position.Top : Position.Left} className="invisible" />
      <span className="truncate font-medium">{name}</span>
      <span className="text-muted truncate">
        {toTypeWords(type)}
        {word !== '' && ` · ${word}`}
      </span>
      <Handle type="source" position={isVertical ? Position.Bottom : Position.Right} className="invisible" />
    </div>
  );
}

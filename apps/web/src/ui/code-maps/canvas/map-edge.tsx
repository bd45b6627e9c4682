import { toEdgePath } from '@shipmate/domain/code-map';
import { BaseEdge, type EdgeProps, type InternalNode, useInternalNode } from '@xyflow/react';
import type { MapFlowEdge } from './to-flow.ts';

/** An edge between two nodes, also while they are dragged. */
export function MapEdge({ id, source, target, data, ...look }: EdgeProps<MapFlowEdge>) {
  const [from, to] = [toBox(useInternalNode(source)), toBox(useInternalNode(target))];
  if (!from || !to || !data) return null;
  const { path, middle } = toEdgePath(from, to, data.layoutType);
  const { label = '', labelStyle = {}, labelBgStyle = {}, style = {}, interactionWidth = 0, markerEnd } = look;
  return (
    <BaseEdge
      id={id}
      path={path}
      labelX={middle.x}
      labelY={middle.y}
      label={label}
      labelStyle={labelStyle}
      labelBgStyle={labelBgStyle}
      style={style}
      interactionWidth={interactionWidth}
      {...(markerEnd !== undefined && { markerEnd })}
    />
  );
}

function toBox(node: InternalNode | undefined) {
  if (!node) return undefined;
  const { width = 0, height = 0 } = node;
  return { ...node.internals.positionAbsolute, width, height };
}

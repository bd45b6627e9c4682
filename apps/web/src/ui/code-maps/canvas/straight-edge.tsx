import { toStraightEdge } from '@shipmate/domain/code-map';
import { BaseEdge, type EdgeProps, type InternalNode, useInternalNode } from '@xyflow/react';

/** An edge as a straight line between the borders of its nodes, for layouts without a direction. */
export function StraightEdge({ id, source, target, sourceX, sourceY, targetX, targetY, ...look }: EdgeProps) {
  const [from, to] = [toBox(useInternalNode(source)), toBox(useInternalNode(target))];
  const ends =
    from && to ? toStraightEdge(from, to) : { from: { x: sourceX, y: sourceY }, to: { x: targetX, y: targetY } };
  return (
    <BaseEdge
      id={id}
      path={`M${ends.from.x},${ends.from.y}L${ends.to.x},${ends.to.y}`}
      labelX={(ends.from.x + ends.to.x) / 2}
      labelY={(ends.from.y + ends.to.y) / 2}
      {...toBaseLook(look)}
    />
  );
}

function toBox(node: InternalNode | undefined) {
  if (!node) return undefined;
  const { width = 0, height = 0 } = node;
  return { ...node.internals.positionAbsolute, width, height };
}

/** The properties of an edge that its path has, too. */
function toBaseLook(
  look: Pick<EdgeProps, 'label' | 'labelStyle' | 'labelBgStyle' | 'style' | 'markerEnd' | 'interactionWidth'>,
) {
  const { label, labelStyle, labelBgStyle, style, markerEnd, interactionWidth } = look;
  return { label, labelStyle, labelBgStyle, style, markerEnd, interactionWidth };
}

import { Handle, type NodeProps, Position, useStore } from '@xyflow/react';
import type { DiagramNode } from '@shipmate/domain/code-map';
import { Minus, Plus } from 'lucide-react';
import { createContext, type CSSProperties, memo, use } from 'react';
import { classNames } from '../../components/class-names.ts';
import { describeFiles } from '../diagram-words.ts';
import { findingLooks, HealthBadges } from '../health/health-badges.tsx';
import { changeColors } from './change-colors.ts';
import { toLanguageColor } from './language-color.ts';
import { toFontSize, toNodeDetail, toZoomStep } from './node-detail.ts';
import type { MapNode } from './to-flow.ts';

/** Unfolds and folds nodes of the canvas. */
export interface FoldControl {
  readonly unfold: (nodeId: string) => void;
  readonly fold: (nodeId: string) => void;
  /** Returns true for a node that the person, an agent or the stored diagram unfolded. */
  readonly canFold: (node: Pick<DiagramNode, 'id' | 'data'>) => boolean;
}

/** A point, so that edges begin at the border of the node. */
const handleLook: CSSProperties = { width: 0, height: 0, minWidth: 0, minHeight: 0, border: 0, transform: 'none' };

const FoldContext = createContext<FoldControl | undefined>(undefined);
export const FoldProvider = FoldContext.Provider;

const sides = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom } as const;

/** A folder, file, symbol or other node; it shows as much as its area on the screen allows. */
export const MapNodeCard = memo(function MapNodeCard({ id, data, selected }: NodeProps<MapNode>) {
  const { drawn, hasChildren, hasEdges, parent, isDimmed } = data;
  const { width, height } = drawn;
  const zoom = useStore(({ transform }) => toZoomStep(transform[2]));
  const detail = toNodeDetail({ width, height, hasChildren, parent, zoom });
  return (
    <div
      data-detail={detail}
      hidden={detail === 'hidden'}
      style={toLook(data, { selected, zoom })}
      className={classNames(
        'relative overflow-hidden rounded-sm',
        drawn.data.inferred ? 'border-dashed' : 'border-solid',
        selected && 'outline-accent outline-solid outline-offset-1',
        isDimmed && 'text-muted',
      )}
    >
      {hasEdges &&
        drawn.handles.map(({ type, position, x, y }) => (
          <Handle
            key={`${type} ${position}`}
            type={type}
            position={sides[position]}
            isConnectable={false}
            style={{ ...handleLook, left: x, top: y }}
            className="invisible"
          />
        ))}
      {(detail === 'summary' || detail === 'full') && (
        <NodeLabel id={id} data={data} zoom={zoom} isFrame={detail === 'full' && hasChildren} />
      )}
    </div>
  );
});

function toLook(
  { drawn, hasChildren, mark, isDimmed, findings }: MapNode['data'],
  { selected, zoom }: { readonly selected: boolean; readonly zoom: number },
): CSSProperties {
  const { width, height, data } = drawn;
  const color = toLanguageColor(hasChildren || data.kind === 'folder' ? null : data.language);
  const isPlain = hasChildren || isDimmed;
  const change = data.change && changeColors[data.change];
  return {
    width,
    height,
    borderColor: mark ?? change ?? (isPlain ? 'var(--color-line)' : color),
    borderWidth: Math.min((selected || mark || change ? 2 : 1) / zoom, 6),
    background: isPlain ? 'var(--color-surface)' : `color-mix(in srgb, ${color} 12%, var(--color-surface))`,
    ...(selected && { outlineWidth: Math.min(3 / zoom, 12) }),
    ...toShadow(mark, findings, zoom),
  };
}

/** A highlight is around the node; findings about its files are a line inside, which is seen where no badge has room. */
function toShadow(mark: string | undefined, findings: MapNode['data']['findings'], zoom: number): CSSProperties {
  if (mark !== undefined) return { boxShadow: `0 0 0 ${Math.min(4 / zoom, 10)}px ${mark}` };
  const [first] = findings.filter(({ kind }) => kind !== 'instability');
  return first ? { boxShadow: `inset 0 0 0 ${Math.min(2 / zoom, 4)}px ${findingLooks[first.kind].color}` } : {};
}

interface NodeLabelProps extends Pick<NodeProps<MapNode>, 'id' | 'data'> {
  readonly zoom: number;
  /** True above children, false in the middle of the node. */
  readonly isFrame: boolean;
}

function NodeLabel({ id, data: { drawn, hasChildren, findings }, zoom, isFrame }: NodeLabelProps) {
  const { height } = drawn;
  const { kind, label, files, canExpand } = drawn.data;
  const folding = use(FoldContext);
  const hasCount = kind === 'folder' && files > 1;
  const canFold = hasChildren && folding?.canFold(drawn) === true;
  return (
    <div
      style={{ fontSize: toFontSize({ zoom, height: isFrame ? 26 : height / 2 }), lineHeight: 1.25 }}
      className={classNames(
        'flex min-w-0 gap-[0.4em] overflow-hidden px-[0.4em]',
        toLabelLayout({ isFrame, hasFindings: findings.length > 0, hasCount }),
      )}
    >
      <span className={classNames('min-w-0 truncate', (hasChildren || kind === 'folder') && 'font-semibold')}>
        {label}
      </span>
      {hasCount && <span className="text-muted min-w-0 truncate text-[0.85em]">{describeFiles(files)}</span>}
      <NodeBadges findings={findings} isFrame={isFrame} hasRoom={height * zoom > 26} />
      {(canExpand || canFold) && height * zoom > 26 && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${canExpand ? 'Unfold' : 'Fold'} ${label}`}
          onClick={(event) => {
            event.stopPropagation();
            if (canExpand) folding?.unfold(id);
            else folding?.fold(id);
          }}
          className="nodrag nopan text-muted hover:bg-raised hover:text-ink absolute top-[0.2em] right-[0.2em] rounded p-[0.15em]"
        >
          {canExpand ? <Plus aria-hidden className="size-[1.1em]" /> : <Minus aria-hidden className="size-[1.1em]" />}
        </button>
      )}
    </div>
  );
}

interface LabelParts {
  readonly isFrame: boolean;
  readonly hasFindings: boolean;
  /** True with a second line, beside which the badges are. */
  readonly hasCount: boolean;
}

/** The label of a node is above the badges in its corner. */
function toLabelLayout({ isFrame, hasFindings, hasCount }: LabelParts): string {
  if (isFrame) return 'h-[26px] items-center';
  return `h-full flex-col justify-center ${hasFindings && !hasCount ? 'pb-[0.7em]' : ''}`;
}

interface NodeBadgesProps extends Pick<MapNode['data'], 'findings'> {
  readonly isFrame: boolean;
  readonly hasRoom: boolean;
}

/** Findings in the label of a frame, or in the corner of another node. */
function NodeBadges({ findings, isFrame, hasRoom }: NodeBadgesProps) {
  if (findings.length === 0 || !(isFrame || hasRoom)) return null;
  return (
    <span
      className={classNames(
        'flex gap-[0.3em]',
        isFrame ? 'text-[0.85em]' : 'absolute right-[0.2em] bottom-0 text-[0.75em]',
      )}
    >
      <HealthBadges findings={findings} />
    </span>
  );
}

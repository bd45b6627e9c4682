import type { DiagramEdge, DiagramEvidence, DiagramNode, DiagramPicture } from '@shipmate/domain/code-map';
import { X } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { describeBytes, describeFiles, describeLanguage, edgeWords, factWords, kindWords } from '../diagram-words.ts';
import { describeFinding } from '../health/health-badges.tsx';
import type { Findings, HealthFinding } from '../health/to-findings.ts';
import type { NodeAction } from './node-actions.tsx';

interface NodePanelProps {
  readonly picture: DiagramPicture;
  readonly node: DiagramNode | undefined;
  readonly edge: DiagramEdge | undefined;
  readonly findings: Findings | undefined;
  readonly actions: readonly NodeAction[];
  readonly onSelect: (nodeId: string) => void;
  readonly onOpenLine: (evidence: DiagramEvidence) => void;
  readonly onClose: () => void;
}

/** The selected node with its actions and connections, or the selected connection, with the lines that show them. */
export function NodePanel({ picture, node, edge, findings, actions, onSelect, onOpenLine, onClose }: NodePanelProps) {
  const labels = new Map(picture.nodes.map(({ id, data }) => [id, data.label]));
  const nameOf = (id: string): string => labels.get(id) ?? id;
  const title = edge ? `${nameOf(edge.source)} → ${nameOf(edge.target)}` : node?.data.label;
  return (
    <section
      aria-label="Selection"
      className="flex min-h-0 flex-col not-last:max-h-[45%] not-last:shrink-0 not-last:border-b border-line"
    >
      <div className="flex items-center gap-2 py-1 pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
        <IconButton label="Clear selection" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div
        className="min-h-0 space-y-3 overflow-y-auto px-3 pb-3 text-xs"
        tabIndex={0}
        role="group"
        aria-label="Details"
      >
        {edge ? (
          <EdgeDetails edge={edge} nameOf={nameOf} onSelect={onSelect} onOpenLine={onOpenLine} />
        ) : (
          node && (
            <>
              <NodeFacts node={node} />
              <div className="flex flex-wrap gap-1.5">
                {actions.map(({ label, run }) => (
                  <Button key={label} onClick={run}>
                    {label}
                  </Button>
                ))}
              </div>
              <FindingList findings={findings?.get(node.id) ?? []} onOpenLine={onOpenLine} />
              <EvidenceList title="Evidence" evidence={node.data.evidence} onOpenLine={onOpenLine} />
              <Connections
                picture={picture}
                nodeId={node.id}
                nameOf={nameOf}
                onSelect={onSelect}
                onOpenLine={onOpenLine}
              />
            </>
          )
        )}
      </div>
    </section>
  );
}

interface FindingListProps {
  readonly findings: readonly HealthFinding[];
  readonly onOpenLine: (evidence: DiagramEvidence) => void;
}

/** Findings about the imports of a node, with the lines that show them. */
function FindingList({ findings, onOpenLine }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">Health</h3>
      <ul className="space-y-1">
        {findings.map((finding) => (
          <li key={describeFinding(finding)} className="wrap-anywhere">
            {describeFinding(finding)}
            <EvidenceList evidence={finding.evidence} onOpenLine={onOpenLine} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NodeFacts({ node: { data } }: { readonly node: DiagramNode }) {
  const { kind, path, language, files, size, recentChanges, factKind, inferred } = data;
  const facts = [
    factKind === undefined ? kindWords[kind] : factWords[factKind],
    language === null ? '' : describeLanguage(language),
    files > 1 ? describeFiles(files) : '',
    size > 0 ? describeBytes(size) : '',
    recentChanges > 0 ? `${recentChanges} ${recentChanges === 1 ? 'change' : 'changes'} in 90 days` : '',
    inferred ? 'Inferred: no line of the repository shows it' : '',
  ];
  return (
    <>
      {path !== null && <p className="font-mono text-2xs wrap-anywhere">{path}</p>}
      <p className="text-muted">{facts.filter((fact) => fact !== '').join(' · ')}</p>
    </>
  );
}

interface Naming {
  readonly nameOf: (nodeId: string) => string;
  readonly onSelect: (nodeId: string) => void;
  readonly onOpenLine: (evidence: DiagramEvidence) => void;
}

/** At most this many connections are listed in each direction. */
const maxListed = 40;

function Connections({
  picture,
  nodeId,
  ...naming
}: Naming & Pick<NodePanelProps, 'picture'> & { readonly nodeId: string }) {
  return (['source', 'target'] as const).map((end) => {
    const found = picture.edges.filter((edge) => edge[end] === nodeId);
    if (found.length === 0) return null;
    return (
      <div key={end}>
        <h3 className="font-medium">
          {end === 'source' ? 'Outgoing' : 'Incoming'} ({found.length})
        </h3>
        <ul className="divide-line divide-y">
          {found.slice(0, maxListed).map((edge) => (
            <li key={edge.id} className="py-1">
              <EdgeDetails edge={edge} {...naming} other={end === 'source' ? edge.target : edge.source} />
            </li>
          ))}
        </ul>
        {found.length > maxListed && <p className="text-muted">And {found.length - maxListed} more.</p>}
      </div>
    );
  });
}

interface EdgeDetailsProps extends Naming {
  readonly edge: DiagramEdge;
  /** The end to link to; both without one. */
  readonly other?: string;
}

function EdgeDetails({ edge: { source, target, label, data }, other, nameOf, onSelect, onOpenLine }: EdgeDetailsProps) {
  const { kind, count, inferred, evidence } = data;
  const words = [edgeWords[kind], count > 1 ? `${count} references` : '', label ?? '', inferred ? 'inferred' : ''];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        {(other === undefined ? [source, target] : [other]).map((id) => (
          <button
            key={id}
            type="button"
            onClick={() => onSelect(id)}
            className="text-accent min-w-0 font-medium wrap-anywhere underline underline-offset-2"
          >
            {nameOf(id)}
          </button>
        ))}
        <span className="text-muted">{words.filter((word) => word !== '').join(' · ')}</span>
      </p>
      <EvidenceList evidence={evidence} onOpenLine={onOpenLine} />
    </>
  );
}

interface EvidenceListProps {
  readonly title?: string;
  readonly evidence: readonly DiagramEvidence[];
  readonly onOpenLine: (evidence: DiagramEvidence) => void;
}

function EvidenceList({ title, evidence, onOpenLine }: EvidenceListProps) {
  if (evidence.length === 0) return null;
  return (
    <div>
      {title !== undefined && <h3 className="font-medium">{title}</h3>}
      <ul>
        {evidence.map((each) => (
          <li key={`${each.path}:${each.line}`}>
            <button
              type="button"
              onClick={() => onOpenLine(each)}
              className="hover:bg-raised w-full rounded px-1 text-left font-mono text-2xs wrap-anywhere"
            >
              {each.path}:{each.line}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

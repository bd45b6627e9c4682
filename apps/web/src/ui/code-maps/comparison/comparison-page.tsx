import { type DiagramChange, diagramChanges } from '@shipmate/domain/code-map';
import type { CodeComparisonResponse } from '@shipmate/protocol/web/code-comparison';
import type { CodeMapView } from '@shipmate/protocol/web/code-maps';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { PendingPage } from '../../components/pending-page.tsx';
import { SmallSelect } from '../../components/small-select.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { DetailPage } from '../../navigation/detail-page.tsx';
import { codeMapAddress, comparisonAddress } from '../../router/addresses.ts';
import { type CanvasControl, DiagramCanvas } from '../canvas/diagram-canvas.tsx';
import { changeColors } from '../canvas/change-colors.ts';
import { useDiagrams } from '../diagram-queries.ts';
import { ExportDiagramMenu } from '../export/export-diagram-menu.tsx';
import { useComparison, useMaps } from '../map-queries.ts';
import type { ComparisonSearch } from './comparison-search.ts';

/** The difference between two indexed commits of a repository: as a picture, and as Markdown for a pull request. */
export function ComparisonPage() {
  const { repositoryId } = useParams({ from: '/code-maps/$repositoryId/compare' });
  const search = useSearch({ from: '/code-maps/$repositoryId/compare' });
  const navigate = useNavigate();
  const list = useDiagrams(repositoryId);
  const maps = useMaps(repositoryId);
  const indexed = maps.data?.maps ?? [];
  const { base, head } = toCommits(search, indexed);
  const comparison = useComparison(repositoryId, { base, head });
  if (!list.data || !maps.data) {
    const { error, refetch } = list.data ? maps : list;
    return <PendingPage error={error} onRetry={() => void refetch()} />;
  }
  const choose = (chosen: { readonly base?: string; readonly head?: string }) =>
    void navigate({ ...comparisonAddress(repositoryId), search: { base, head, ...chosen }, replace: true });
  const options = indexed.map((map) => [map.commit, describeMap(map)] as const);
  return (
    <DetailPage
      parents={[
        { label: 'Code maps', address: { to: '/code-maps' } },
        { label: list.data.repo, address: codeMapAddress(repositoryId) },
      ]}
      title="Comparison"
    >
      {indexed.length < 2 ? (
        <EmptyState>Two indexed commits can be compared. Index another branch on the page of the code map.</EmptyState>
      ) : (
        <div className="flex flex-wrap gap-3">
          <SmallSelect
            label="Base"
            value={base ?? ''}
            options={options}
            onChange={(commit) => choose({ base: commit })}
          />
          <SmallSelect
            label="Head"
            value={head ?? ''}
            options={options}
            onChange={(commit) => choose({ head: commit })}
          />
        </div>
      )}
      {comparison.error && <ErrorBanner error={comparison.error} onRetry={() => void comparison.refetch()} />}
      {comparison.isLoading && <Waiting>Comparing the commits…</Waiting>}
      {comparison.data && <Comparison comparison={comparison.data} />}
    </DetailPage>
  );
}

/** Returns the chosen commits, by default the newest indexed one and the one before it. */
function toCommits(chosen: ComparisonSearch, indexed: readonly CodeMapView[]) {
  const head = chosen.head ?? indexed[0]?.commit;
  return { head, base: chosen.base ?? indexed.find(({ commit }) => commit !== head)?.commit };
}

function describeMap({ branch, commit }: CodeMapView): string {
  return `${branch ?? 'Commit'} at ${commit.slice(0, 10)}`;
}

const changeWords: Readonly<Record<DiagramChange, string>> = {
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
  changed: 'Changed',
};

function Comparison({ comparison }: { readonly comparison: CodeComparisonResponse }) {
  const { picture, markdown, base, head, addedEdges, removedEdges } = comparison;
  const canvas = useRef<CanvasControl>(null);
  const [selected, setSelected] = useState<string>();
  const [edge, setEdge] = useState<string>();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
        {diagramChanges.map((change) => (
          <span key={change} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-sm" style={{ background: changeColors[change] }} />
            {changeWords[change]}: {comparison[change].length}
          </span>
        ))}
        <span>
          Imports: {addedEdges.length} added, {removedEdges.length} removed
        </span>
        <ExportDiagramMenu picture={picture} name={`difference ${base.slice(0, 7)} ${head.slice(0, 7)}`} />
      </div>
      {picture.nodes.length === 0 ? (
        <EmptyState>{picture.notes.join(' ')}</EmptyState>
      ) : (
        <div className="border-line h-[32rem] rounded-lg border">
          <DiagramCanvas
            ref={canvas}
            label="Difference"
            picture={picture}
            positions={none}
            selected={selected}
            selectedEdge={edge}
            marks={undefined}
            folding={noFolding}
            onSelect={setSelected}
            onSelectEdge={setEdge}
            onActivate={setSelected}
            onMove={() => undefined}
          />
        </div>
      )}
      <section aria-labelledby="markdown" className="space-y-2">
        <h2 id="markdown" className="font-semibold">
          Markdown for a pull request
        </h2>
        <CodeBlock label="Markdown">{markdown}</CodeBlock>
      </section>
    </>
  );
}

const none = {};
/** A comparison is drawn whole. */
const noFolding = { unfold: () => undefined, fold: () => undefined, canFold: () => false };

import { codeIndexPhaseWords, type DiagramRequest } from '@shipmate/domain/code-map';
import type { CodeIndexView, CodeMapView } from '@shipmate/protocol/web/code-maps';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { Waiting } from '../components/waiting.tsx';
import { DetailPage } from '../navigation/detail-page.tsx';
import { useBranches } from '../repositories/repository-queries.ts';
import { comparisonAddress, diagramAddress, repositoryAddress, runAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { toLanguageColor } from './canvas/language-color.ts';
import { useCreateDiagram, useDiagrams } from './diagram-queries.ts';
import { describeBytes, describeFiles, describeLanguage, typeWords } from './diagram-words.ts';
import { HealthSection } from './health/health-section.tsx';
import { leftOutWords } from './index-words.ts';
import { isIndexing, useMaps, useStartIndex } from './map-queries.ts';

/** The code map of a repository: its index, its languages and its diagrams. */
export function CodeMapPage() {
  const { repositoryId } = useParams({ from: '/code-maps/$repositoryId' });
  const list = useDiagrams(repositoryId);
  const maps = useMaps(repositoryId);
  if (!list.data) return <PendingPage error={list.error} onRetry={() => void list.refetch()} />;
  const [map] = maps.data?.maps ?? [];
  return (
    <DetailPage parents={[{ label: 'Code maps', address: { to: '/code-maps' } }]} title={list.data.repo}>
      <p className="text-xs">
        <Link {...repositoryAddress(repositoryId)} className="text-accent underline underline-offset-2">
          Open repository
        </Link>
      </p>
      <section aria-labelledby="index" className="space-y-3">
        <h2 id="index" className="font-semibold">
          Index
        </h2>
        {maps.error && <ErrorBanner error={maps.error} onRetry={() => void maps.refetch()} />}
        {maps.isPending && <Waiting>Loading the index…</Waiting>}
        {maps.data && <IndexControl repositoryId={repositoryId} map={map} index={maps.data.index} />}
        {map && <MapFacts map={map} />}
        {(maps.data?.maps.length ?? 0) > 1 && (
          <Link {...comparisonAddress(repositoryId)} className="text-accent text-xs underline underline-offset-2">
            Compare indexed commits
          </Link>
        )}
      </section>
      <section aria-labelledby="diagrams" className="space-y-3">
        <h2 id="diagrams" className="font-semibold">
          Diagrams
        </h2>
        {list.data.diagrams.length === 0 && (
          <EmptyState>No diagrams yet. Draw one below, or ask for one in the chat beside a diagram.</EmptyState>
        )}
        <FramedList aria-label="Diagrams">
          {list.data.diagrams.map(({ id, name, description, request, updatedAt }) => (
            <li key={id}>
              <Link
                {...diagramAddress(repositoryId, id)}
                className="hover:bg-raised flex flex-wrap items-baseline gap-x-3 px-3 py-2 -outline-offset-2"
              >
                <span className="font-medium wrap-anywhere">{name}</span>
                <span className="text-muted mr-auto text-xs wrap-anywhere">
                  {[typeWords[request.type], description ?? ''].filter((text) => text !== '').join(' · ')}
                </span>
                <span className="text-muted text-xs">
                  <RelativeTime at={updatedAt} />
                </span>
              </Link>
            </li>
          ))}
        </FramedList>
        <NewDiagrams repositoryId={repositoryId} />
      </section>
      {map && <HealthSection repositoryId={repositoryId} commit={map.commit} />}
    </DetailPage>
  );
}

interface IndexControlProps {
  readonly repositoryId: string;
  readonly map: CodeMapView | undefined;
  readonly index: CodeIndexView | null;
}

/** The state of the newest index, and the button that starts another. */
function IndexControl({ repositoryId, map, index }: IndexControlProps) {
  const branches = useBranches(repositoryId).data ?? [];
  const [branch, setBranch] = useState('');
  const start = useStartIndex(repositoryId);
  const isRunning = isIndexing(index);
  return (
    <>
      {!map && !isRunning && (
        <p className="text-muted">
          The repository is not indexed yet. The index reads its files, imports and symbols; diagrams are drawn from it.
        </p>
      )}
      {map && (
        <p>
          {map.branch ?? 'Commit'} at <code className="font-mono text-xs">{map.commit.slice(0, 10)}</code>, indexed{' '}
          <RelativeTime at={map.createdAt} />: {describeFiles(map.files)}, {describeBytes(map.size)}
        </p>
      )}
      {isRunning && index && <IndexProgress index={index} />}
      {index?.status === 'failed' && (
        <p role="alert" className="text-removed text-xs wrap-anywhere">
          The last index failed: {index.errorMessage ?? 'unknown reason'}{' '}
          <Link {...runAddress(index.runId)} className="underline underline-offset-2">
            Open run
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {branches.length > 0 && (
          <SmallSelect
            label="Branch"
            value={branch}
            options={[['', 'Default branch'], ...branches.map(({ name }) => [name, name] as const)]}
            onChange={setBranch}
          />
        )}
        <Button
          variant={map ? 'outline' : 'primary'}
          icon={<RefreshCw aria-hidden />}
          isBusy={start.isPending || isRunning}
          onClick={() => start.mutate(branch === '' ? undefined : branch)}
        >
          Index now
        </Button>
      </div>
      {start.error && <ErrorBanner error={start.error} onDismiss={() => start.reset()} />}
    </>
  );
}

function IndexProgress({ index: { progress, status } }: { readonly index: CodeIndexView }) {
  const { done = 0, total = 0, phase } = progress ?? {};
  const words =
    phase === undefined ? (status === 'queued' ? 'Waiting for a worker' : 'Starting') : codeIndexPhaseWords[phase];
  return (
    <div className="space-y-1 text-xs">
      <p role="status">
        {words}
        {total > 0 && `, ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`}
      </p>
      <progress
        aria-label="Progress of the index"
        {...(total > 0 && { value: done, max: total })}
        className="accent-accent h-2 w-full"
      />
    </div>
  );
}

/** The languages of a map, and the files that it does not cover. */
function MapFacts({ map: { languages, size, leftOut } }: { readonly map: CodeMapView }) {
  return (
    <>
      <ul aria-label="Languages" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {languages.slice(0, 12).map(({ language, files, size: own }) => (
          <li key={language} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-sm" style={{ background: toLanguageColor(language) }} />
            {describeLanguage(language)}
            <span className="text-muted">
              {Math.round((100 * own) / Math.max(size, 1))} %, {describeFiles(files)}
            </span>
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <details className="text-xs">
          <summary className="text-muted hover:text-ink">
            {describeFiles(leftOut.reduce((total, { count }) => total + count, 0))} left out
          </summary>
          <ul className="mt-1 space-y-1">
            {leftOut.map(({ reason, count, examples }) => (
              <li key={reason}>
                {leftOutWords[reason]}: {describeFiles(count)}
                {examples.length > 0 && (
                  <span className="text-muted font-mono text-2xs wrap-anywhere">, such as {examples.join(', ')}</span>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const offers: readonly { readonly name: string; readonly about: string; readonly request: DiagramRequest }[] = [
  {
    name: 'Files',
    about: 'All folders and files by size',
    request: { type: 'file_tree', layoutType: 'treemap', weighting: 'size' },
  },
  {
    name: 'Recent changes',
    about: 'All folders and files by their commits of the last 90 days',
    request: { type: 'file_tree', layoutType: 'treemap', weighting: 'recent_changes' },
  },
  {
    name: 'Dependencies',
    about: 'Imports between folders and packages',
    request: { type: 'dependency_graph', layoutType: 'hierarchical' },
  },
  {
    name: 'Architecture',
    about: 'Folders, entry points and external packages',
    request: { type: 'architecture_slice', layoutType: 'hierarchical' },
  },
  {
    name: 'Data flow',
    about: 'Routes, queues, tables and HTTP clients',
    request: { type: 'data_flow', layoutType: 'hierarchical' },
  },
];

/** Buttons that store and open a usual diagram. */
function NewDiagrams({ repositoryId }: { readonly repositoryId: string }) {
  const create = useCreateDiagram(repositoryId);
  const navigate = useNavigate();
  return (
    <div className="space-y-2">
      {create.error && <ErrorBanner error={create.error} onDismiss={() => create.reset()} />}
      <ul aria-label="New diagrams" className="grid gap-2 sm:grid-cols-2">
        {offers.map(({ name, about, request }) => (
          <li key={name}>
            <button
              type="button"
              aria-disabled={create.isPending}
              onClick={() => {
                if (create.isPending) return;
                create.mutate(
                  { name, request },
                  { onSuccess: ({ id }) => void navigate(diagramAddress(repositoryId, id)) },
                );
              }}
              className="border-line bg-surface hover:border-edge hover:bg-raised flex w-full items-center gap-3 rounded-lg border px-3 py-2 text-left"
            >
              <Plus aria-hidden className="text-muted size-4 shrink-0" />
              <span className="min-w-0">
                <span className="block font-medium">Draw {name.toLowerCase()}</span>
                <span className="text-muted text-xs">{about}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

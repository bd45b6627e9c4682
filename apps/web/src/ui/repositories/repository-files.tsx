import type { TreeResponse } from '@shipmate/protocol/web/repositories';
import { FileText, Folder, RefreshCw } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SmallSelect } from '../components/small-select.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { Waiting } from '../components/waiting.tsx';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { type Place, topFolder } from './place.ts';
import {
  type ShownRef,
  useBranches,
  useFetchRepository,
  useFolder,
  useRepositoryFile,
  useRepositorySearch,
} from './repository-queries.ts';

const FileEditor = lazy(async () => ({ default: (await import('../editor/file-editor.tsx')).FileEditor }));

interface RepositoryFilesProps {
  readonly repositoryId: string;
  /** The job whose result is shown; a branch when undefined. */
  readonly job?: string;
  /** False without a remote. Default true. */
  readonly canFetch?: boolean;
  readonly place: Place;
  readonly onOpen: (place: Place) => void;
}

/** The files of a repository at a branch or a job's result, with search. */
export function RepositoryFiles({ repositoryId, job, canFetch = true, place, onOpen }: RepositoryFilesProps) {
  const branches = useBranches(repositoryId);
  const refresh = useFetchRepository(repositoryId);
  const [branch, setBranch] = useState('');
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const ref: ShownRef = job === undefined ? { branch: branch || undefined } : { job };
  if (branches.error?.code === 'CONFLICT') {
    return (
      <>
        <EmptyState>The files are shown once the repository was fetched. The first job does this too.</EmptyState>
        {refresh.error && <ErrorBanner error={refresh.error} />}
        <Button className="self-center" isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
          Fetch repository
        </Button>
      </>
    );
  }
  if (branches.error) return <ErrorBanner error={branches.error} onRetry={() => void branches.refetch()} />;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        {job === undefined && (
          <>
            <SmallSelect
              label="Branch"
              value={branch}
              options={[['', 'Default branch'], ...(branches.data ?? []).map(({ name }) => [name, name] as const)]}
              onChange={(chosen) => {
                setBranch(chosen);
                onOpen(topFolder);
              }}
            />
            {canFetch && (
              <Button icon={<RefreshCw aria-hidden />} isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
                Fetch
              </Button>
            )}
          </>
        )}
        <div className="min-w-48 flex-1">
          <SearchBox label="Search in files" value={typed} isBusy={text !== typed.trim()} onChange={setTyped} />
        </div>
      </div>
      {refresh.error && <ErrorBanner error={refresh.error} onDismiss={() => refresh.reset()} />}
      {text.length > 1 ? (
        <FoundLines
          {...{ repositoryId, text }}
          shownRef={ref}
          onOpen={(found) => {
            setTyped('');
            onOpen(found);
          }}
        />
      ) : (
        <>
          <PathSteps place={place} onOpen={onOpen} />
          {place.isFile ? (
            <FileView key={`${place.path}:${place.line}`} {...{ repositoryId, place }} shownRef={ref} />
          ) : (
            <FolderView {...{ repositoryId, place }} shownRef={ref} onOpen={onOpen} />
          )}
        </>
      )}
    </div>
  );
}

/** The folders above a place, as buttons. */
function PathSteps({ place, onOpen }: { readonly place: Place; readonly onOpen: (place: Place) => void }) {
  const names = place.path === '' ? [] : place.path.split('/');
  const last = useRef<HTMLElement>(null);
  const before = useRef(place.path);
  useEffect(() => {
    // The entry that was opened is gone.
    if (before.current !== place.path && isFocusLost()) last.current?.focus();
    before.current = place.path;
  }, [place.path]);
  return (
    <nav aria-label="Path" className="flex flex-wrap items-center gap-1 text-xs">
      {names.length === 0 ? (
        <span ref={last} tabIndex={-1} aria-current="page" className="px-2.5 py-2 font-medium">
          Top
        </span>
      ) : (
        <Button variant="quiet" onClick={() => onOpen(topFolder)}>
          Top
        </Button>
      )}
      {names.map((name, index) => {
        const path = names.slice(0, index + 1).join('/');
        const isLast = index === names.length - 1;
        return (
          <span key={path} className="flex items-center gap-1">
            <span aria-hidden className="text-muted">
              /
            </span>
            {isLast ? (
              <span ref={last} tabIndex={-1} aria-current="page" className="px-2.5 py-2 font-medium wrap-anywhere">
                {name}
              </span>
            ) : (
              <Button variant="quiet" onClick={() => onOpen({ path, isFile: false })}>
                {name}
              </Button>
            )}
          </span>
        );
      })}
    </nav>
  );
}

interface PlaceViewProps {
  readonly repositoryId: string;
  readonly shownRef: ShownRef;
  readonly place: Place;
}

function FolderView({ repositoryId, shownRef, place, onOpen }: PlaceViewProps & { onOpen: (place: Place) => void }) {
  const folder = useFolder(repositoryId, shownRef, place.path);
  if (folder.error) return <StatedError error={folder.error} onRetry={() => void folder.refetch()} />;
  if (!folder.data) return <Waiting>Loading the folder…</Waiting>;
  const entries = folder.data.pages.flatMap((page) => page.entries);
  return (
    <>
      {entries.length === 0 && <EmptyState>This folder is empty.</EmptyState>}
      <FramedList aria-label="Entries">
        {entries.map((entry) => (
          <li key={entry.name}>
            <EntryRow entry={entry} parent={place.path} onOpen={onOpen} />
          </li>
        ))}
      </FramedList>
      {folder.data.pages.some(({ isCut }) => isCut) && (
        <p className="text-muted text-xs">The folder has more entries than are shown. Search for the others.</p>
      )}
      {folder.hasNextPage && (
        <Button isBusy={folder.isFetchingNextPage} onClick={() => void folder.fetchNextPage()}>
          More entries
        </Button>
      )}
    </>
  );
}

interface EntryRowProps {
  readonly entry: TreeResponse['entries'][number];
  readonly parent: string;
  readonly onOpen: (place: Place) => void;
}

function EntryRow({ entry: { name, kind, size }, parent, onOpen }: EntryRowProps) {
  const Icon = kind === 'folder' ? Folder : FileText;
  const isFile = kind === 'file' || kind === 'link';
  const label = (
    <>
      <Icon aria-hidden className="text-muted size-3.5 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">{name}</span>
      <span className="text-muted tabular-nums">{kind === 'file' ? describeSize(size) : kind}</span>
    </>
  );
  const look = 'flex w-full items-center gap-2 px-3 py-1.5 text-xs';
  if (!isFile && kind !== 'folder') return <span className={look}>{label}</span>;
  const path = parent === '' ? name : `${parent}/${name}`;
  return (
    <button
      type="button"
      onClick={() => onOpen({ path, isFile })}
      className={`${look} hover:bg-raised -outline-offset-2`}
    >
      {label}
    </button>
  );
}

function describeSize(bytes: number | null): string {
  if (bytes === null) return '';
  return bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} kB`
      : `${Math.round(bytes / 1_000_000)} MB`;
}

function FileView({ repositoryId, shownRef, place: { path, line } }: PlaceViewProps) {
  const file = useRepositoryFile(repositoryId, shownRef, path);
  const [target] = useState(() => (line === undefined ? undefined : { at: line }));
  if (file.error) return <ErrorBanner error={file.error} onRetry={() => void file.refetch()} />;
  if (!file.data) return <Waiting>Loading the file…</Waiting>;
  const { content, reason } = file.data;
  if (content === null) {
    return <EmptyState>{reason === 'binary' ? 'This is a binary file.' : 'This file has more than 1 MB.'}</EmptyState>;
  }
  return (
    <div className="border-line h-[60dvh] overflow-hidden rounded-lg border">
      <Suspense fallback={<Waiting>Loading the viewer…</Waiting>}>
        <FileEditor path={path} content={content} layout="unified" place={target} />
      </Suspense>
    </div>
  );
}

interface FoundLinesProps {
  readonly repositoryId: string;
  readonly shownRef: ShownRef;
  readonly text: string;
  readonly onOpen: (place: Place) => void;
}

/** The lines that contain a text, by file. */
function FoundLines({ repositoryId, shownRef, text, onOpen }: FoundLinesProps) {
  const search = useRepositorySearch(repositoryId, shownRef, text);
  if (search.error) return <ErrorBanner error={search.error} onRetry={() => void search.refetch()} />;
  if (!search.data) return <Waiting>Searching…</Waiting>;
  const { lines, isCut } = search.data;
  if (lines.length === 0) return <EmptyState>No matches.</EmptyState>;
  return (
    <>
      <p role="status" className="text-muted text-xs">
        {lines.length === 1 ? '1 line' : `${lines.length} lines`}
        {isCut && ', and more'}
      </p>
      <FramedList aria-label="Found lines">
        {lines.map(({ path, line, text: content }) => (
          <li key={`${path} ${line}`}>
            <button
              type="button"
              onClick={() => onOpen({ path, isFile: true, line })}
              className="hover:bg-raised flex w-full flex-col gap-0.5 px-3 py-1.5 text-left text-xs -outline-offset-2"
            >
              <span className="text-muted wrap-anywhere">
                {path}:{line}
              </span>
              <code className="line-clamp-2 font-mono text-2xs wrap-anywhere">{content.trim()}</code>
            </button>
          </li>
        ))}
      </FramedList>
    </>
  );
}

import type { DiagramPicture } from '@shipmate/domain/code-map';
import { useDeferredValue, useState } from 'react';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { type CodeHit, useMapSearch } from './map-queries.ts';

interface MapSearchProps {
  readonly repositoryId: string;
  /** The map to search; without one, the shown nodes are searched. */
  readonly mapId: string | undefined;
  readonly picture: DiagramPicture;
  readonly onGo: (hit: CodeHit) => void;
}

/** At most this many results are listed. */
const maxListed = 20;

/** Finds files and symbols and takes the person there. */
export function MapSearch({ repositoryId, mapId, picture, onGo }: MapSearchProps) {
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const search = useMapSearch(repositoryId, mapId, text);
  const hits = text.length < 2 ? [] : (search.data ?? (mapId === undefined ? findShown(picture, text) : []));
  return (
    <search
      className="relative w-full min-w-40 sm:w-72"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation();
          setTyped('');
        }
      }}
    >
      <SearchBox
        label="Search files and symbols"
        value={typed}
        isBusy={text !== typed.trim() || search.isFetching}
        onChange={setTyped}
      />
      {text.length > 1 && (
        <div className="border-line bg-surface absolute top-full z-20 mt-1 max-h-[50dvh] w-full min-w-64 overflow-y-auto rounded-lg border p-1 text-xs shadow-lg">
          {search.error && <ErrorBanner error={search.error} />}
          <p role="status" className={hits.length === 0 ? 'text-muted p-2' : 'sr-only'}>
            {search.isPending && mapId !== undefined
              ? 'Searching…'
              : hits.length === 0
                ? 'No matches.'
                : `${hits.length} matches`}
          </p>
          <ul aria-label="Matches">
            {hits.slice(0, maxListed).map((hit) => (
              <li key={`${hit.path} ${hit.symbol?.name} ${hit.symbol?.startLine}`}>
                <button
                  type="button"
                  onClick={() => {
                    setTyped('');
                    onGo(hit);
                  }}
                  className="hover:bg-raised w-full rounded-md px-2 py-1.5 text-left -outline-offset-2"
                >
                  {hit.symbol && <span className="block font-medium wrap-anywhere">{hit.symbol.name}</span>}
                  <span className={hit.symbol ? 'text-muted wrap-anywhere' : 'wrap-anywhere'}>{hit.path}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}

function findShown({ nodes }: DiagramPicture, text: string): readonly CodeHit[] {
  const wanted = text.toLowerCase();
  const found = nodes.filter(({ data }) => (data.path ?? '').toLowerCase().includes(wanted));
  return found.map(({ data }) => ({ path: data.path ?? '', symbol: null }));
}

import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type { CatalogChartView } from '@shipmate/protocol/web/create';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useCatalogChart, useChartSearch, useCreateFromCatalog } from '../api/create.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Spinner } from '../components/spinner.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { TextField } from '../components/text-field.tsx';

export interface CatalogDialogProps {
  readonly onImported: (imported: ImportArchiveResponse) => void;
  readonly onClose: () => void;
}

/** Searches ArtifactHub for a chart and imports a version of it. */
export function CatalogDialog({ onImported, onClose }: CatalogDialogProps) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState<CatalogChartView>();
  const search = useChartSearch(asked);

  function ask() {
    setChosen(undefined);
    if (text.trim() === asked) void search.refetch();
    else setAsked(text.trim());
  }

  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Start from ArtifactHub"
      description="The chart is copied into a new workspace; its dependencies are fetched when it is rendered."
    >
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') ask();
        }}
      >
        <TextField
          autoFocus
          label="Chart"
          placeholder="redis"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="flex-1"
        />
        <Button type="submit" variant="primary" icon={<Search aria-hidden />} isBusy={search.isFetching}>
          Search
        </Button>
      </form>
      {search.error && !search.isFetching && <StatedError error={search.error} onRetry={() => void search.refetch()} />}
      {chosen ? (
        <CatalogVersion chart={chosen} onImported={onImported} onBack={() => setChosen(undefined)} />
      ) : (
        search.data && <CatalogResults charts={search.data} asked={asked} onChoose={setChosen} />
      )}
    </Dialog>
  );
}

interface CatalogResultsProps {
  readonly charts: readonly CatalogChartView[];
  /** The search text. */
  readonly asked: string;
  readonly onChoose: (chart: CatalogChartView) => void;
}

/** The found charts, to choose one. */
function CatalogResults({ charts, asked, onChoose }: CatalogResultsProps) {
  return (
    <>
      <p role="status" className="text-muted text-xs">
        {charts.length === 0
          ? `ArtifactHub has no chart for “${asked}”.`
          : charts.length === 1
            ? 'One chart'
            : `${charts.length} charts`}
      </p>
      {charts.length > 0 && (
        <ul aria-label="Charts" className="border-line divide-line max-h-80 divide-y overflow-y-auto rounded-lg border">
          {charts.map((chart) => (
            <li key={`${chart.repository}/${chart.name}`}>
              <button
                type="button"
                onClick={() => onChoose(chart)}
                className="hover:bg-raised block w-full px-3 py-2 text-left text-xs -outline-offset-2"
              >
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium">{chart.name}</span>
                  <span className="text-muted">{chart.repository}</span>
                  <CatalogMarks chart={chart} />
                  <span className="text-muted ml-auto tabular-nums">{chart.version}</span>
                </span>
                {chart.description !== '' && <span className="text-muted block truncate">{chart.description}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface CatalogVersionProps {
  readonly chart: CatalogChartView;
  readonly onImported: (imported: ImportArchiveResponse) => void;
  readonly onBack: () => void;
}

/** Chooses the version of a chart to import; the newest release by default. */
function CatalogVersion({ chart, onImported, onBack }: CatalogVersionProps) {
  const { name, repository } = chart;
  const detail = useCatalogChart(chart);
  const create = useCreateFromCatalog();
  const [chosen, setChosen] = useState<string>();
  const versions = detail.data?.versions ?? [];
  const version = chosen ?? versions.find(({ prerelease }) => !prerelease)?.version ?? versions[0]?.version;

  return (
    <section aria-label={name} className="space-y-3 text-xs">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{name}</span>
        <span className="text-muted">{repository}</span>
        <CatalogMarks chart={chart} />
      </p>
      {chart.description !== '' && <p className="text-muted">{chart.description}</p>}
      {detail.isFetching && version === undefined && (
        <p role="status" className="text-muted flex items-center gap-2">
          <Spinner /> Asking for versions…
        </p>
      )}
      {version !== undefined && (
        <label className="flex flex-col gap-1 font-medium">
          Version
          <select
            value={version}
            onChange={(event) => setChosen(event.target.value)}
            className="border-edge bg-surface h-8 rounded-md border px-2 text-base font-normal sm:text-xs"
          >
            {versions.map((each) => (
              <option key={each.version} value={each.version}>
                {each.version}
                {each.prerelease ? ' (pre-release)' : ''}
              </option>
            ))}
          </select>
        </label>
      )}
      {detail.error && !detail.isFetching && <StatedError error={detail.error} onRetry={() => void detail.refetch()} />}
      {create.error && <StatedError error={create.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button
          variant="primary"
          disabled={version === undefined}
          isBusy={create.isPending}
          onClick={() =>
            version !== undefined && create.mutate({ name, repository, version }, { onSuccess: onImported })
          }
        >
          {create.isPending ? 'Fetching the chart…' : 'Create workspace'}
        </Button>
      </div>
    </section>
  );
}

/** The marks of a chart: official, verified or deprecated. */
function CatalogMarks({ chart: { official, verified, deprecated } }: { readonly chart: CatalogChartView }) {
  const marks = [official && 'Official', verified && 'Verified', deprecated && 'Deprecated'].filter(Boolean);
  return marks.map((mark) => (
    <span key={String(mark)} className="border-line text-muted text-2xs rounded-full border px-1.5">
      {mark}
    </span>
  ));
}

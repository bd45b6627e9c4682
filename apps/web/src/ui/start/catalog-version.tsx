import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type { CatalogChartView } from '@shipmate/protocol/web/create';
import { useState } from 'react';
import { useCatalogChart, useCreateFromCatalog } from '../api/create.ts';
import { Button } from '../components/button.tsx';
import { Spinner } from '../components/spinner.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { CatalogMarks } from './catalog-marks.tsx';

export interface CatalogVersionProps {
  readonly chart: CatalogChartView;
  readonly onImported: (imported: ImportArchiveResponse) => void;
  readonly onBack: () => void;
}

/** Chooses the version of a chart to import; the newest release by default. */
export function CatalogVersion({ chart, onImported, onBack }: CatalogVersionProps) {
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

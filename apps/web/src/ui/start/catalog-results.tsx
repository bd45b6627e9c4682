import type { CatalogChartView } from '@shipmate/protocol/web/create';
import { CatalogMarks } from './catalog-marks.tsx';

export interface CatalogResultsProps {
  readonly charts: readonly CatalogChartView[];
  /** The search text. */
  readonly asked: string;
  readonly onChoose: (chart: CatalogChartView) => void;
}

/** The found charts, to choose one. */
export function CatalogResults({ charts, asked, onChoose }: CatalogResultsProps) {
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

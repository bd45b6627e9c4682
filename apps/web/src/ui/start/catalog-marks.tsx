import type { CatalogChartView } from '@shipmate/protocol/web/create';

/** The marks of a chart: official, verified or deprecated. */
export function CatalogMarks({ chart: { official, verified, deprecated } }: { readonly chart: CatalogChartView }) {
  const marks = [official && 'Official', verified && 'Verified', deprecated && 'Deprecated'].filter(Boolean);
  return marks.map((mark) => (
    <span key={String(mark)} className="border-line text-muted text-2xs rounded-full border px-1.5">
      {mark}
    </span>
  ));
}

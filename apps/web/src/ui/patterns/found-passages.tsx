import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { PatternLabels } from './pattern-labels.tsx';
import { usePatternSearch } from './patterns-query.ts';

/** The passages that agents find for a query, in the same order. */
export function FoundPassages({ words }: { readonly words: string }) {
  const search = usePatternSearch(words);
  if (search.error) return <ErrorBanner error={search.error} onRetry={() => void search.refetch()} />;
  if (!search.data) return <Waiting>Searching…</Waiting>;
  if (search.data.length === 0) {
    return (
      <p role="status" className="text-muted py-10 text-center">
        No matches.
      </p>
    );
  }
  return (
    <ol
      aria-label="Found passages"
      className="border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border"
    >
      {search.data.map(({ pattern, heading, body }) => (
        <li key={`${pattern.id} ${heading} ${body}`} className="space-y-1 px-4 py-3">
          <p className="font-medium wrap-anywhere">
            {[pattern.title, heading].filter((part) => part !== '').join(' › ')}
          </p>
          <PatternLabels pattern={pattern} />
          <p className="line-clamp-6 text-xs wrap-anywhere whitespace-pre-line">{body}</p>
        </li>
      ))}
    </ol>
  );
}

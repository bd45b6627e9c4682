import type { CodeHealthResponse } from '@shipmate/protocol/web/code-health';
import type { ReactNode } from 'react';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { useHealth } from '../map-queries.ts';

/** Unused files that are listed. */
const maxListed = 100;

/** Findings about the imports of a repository: cycles, hubs, unused files and the instability of packages. */
export function HealthSection({ repositoryId, commit }: { readonly repositoryId: string; readonly commit: string }) {
  const health = useHealth(repositoryId, commit);
  return (
    <section aria-labelledby="health" className="space-y-3">
      <h2 id="health" className="font-semibold">
        Health
      </h2>
      {health.error && <ErrorBanner error={health.error} onRetry={() => void health.refetch()} />}
      {health.isPending && <Waiting>Assessing the imports…</Waiting>}
      {health.data && <Findings health={health.data} />}
    </section>
  );
}

function Findings({
  health: { cycles, hubs, unused, unusedCount, instability },
}: {
  readonly health: CodeHealthResponse;
}) {
  return (
    <div className="space-y-1 text-xs">
      <FindingList title="Import cycles" count={cycles.length}>
        {cycles.map(({ paths, evidence }) => (
          <Finding key={paths.join(' ')} text={paths.join(' → ')} evidence={evidence} />
        ))}
      </FindingList>
      <FindingList title="Hubs" count={hubs.length}>
        {hubs.map(({ path, importers, imports, evidence }) => (
          <Finding key={path} text={`${path}: ${importers} importers, ${imports} imports`} evidence={evidence} />
        ))}
      </FindingList>
      <FindingList title="Unused files" count={unusedCount}>
        {unused.slice(0, maxListed).map(({ path }) => (
          <Finding key={path} text={path} evidence={[]} />
        ))}
        {unusedCount > maxListed && <li className="text-muted">And {unusedCount - maxListed} more.</li>}
      </FindingList>
      <FindingList title="Instability" count={instability.length}>
        {instability.map(({ folder, afferent, efferent, instability: share, evidence }) => (
          <Finding
            key={folder}
            text={`${folder === '' ? 'Top folder' : folder}: ${share}, ${efferent} outgoing and ${afferent} incoming dependencies`}
            evidence={evidence}
          />
        ))}
      </FindingList>
    </div>
  );
}

interface FindingListProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function FindingList({ title, count, children }: FindingListProps) {
  if (count === 0) return <p className="text-muted">{title}: none</p>;
  return (
    <details>
      <summary className="hover:text-ink">
        {title}: {count}
      </summary>
      <ul className="mt-1 mb-2 space-y-1 pl-4">{children}</ul>
    </details>
  );
}

interface FindingProps {
  readonly text: string;
  readonly evidence: readonly { readonly path: string; readonly line: number }[];
}

function Finding({ text, evidence }: FindingProps) {
  return (
    <li className="wrap-anywhere">
      {text}
      {evidence.length > 0 && (
        <span className="text-muted font-mono text-2xs block">
          {evidence.map(({ path, line }) => `${path}:${line}`).join(', ')}
        </span>
      )}
    </li>
  );
}

import { ChevronRight } from 'lucide-react';
import type { ProblemView } from './problem-groups.ts';

/** The evidence fields of a problem, on request. */
export function ProblemEvidence({ evidence }: Pick<ProblemView, 'evidence'>) {
  if (evidence.length === 0) return null;
  return (
    <details className="group text-xs">
      <summary className="text-muted hover:text-ink -ml-1 inline-flex items-center gap-1 rounded px-1 py-0.5 select-none">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        Evidence
      </summary>
      <dl className="bg-raised mt-1.5 space-y-1.5 rounded-md p-2.5">
        {evidence.map(({ of, path, value }, index) => (
          <div key={index}>
            <dt className="text-muted text-2xs font-mono wrap-anywhere">
              {of === undefined ? '' : `${of} `}
              {path}
            </dt>
            <dd className="font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

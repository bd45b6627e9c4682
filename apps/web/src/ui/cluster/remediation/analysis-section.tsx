import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { Markdown } from '../../components/markdown.tsx';
import { showCall } from './show-call.ts';

export interface AnalysisSectionProps {
  readonly analysis: NonNullable<RemediationView['analysis']>;
  readonly calls: RemediationView['calls'];
}

/** The model's conclusion, and the calls that it cites. */
export function AnalysisSection({ analysis, calls }: AnalysisSectionProps) {
  const { rootCause, confidence, factors, evidence, summary } = analysis;
  return (
    <section aria-labelledby="analysis-heading" className="space-y-3">
      <h2 id="analysis-heading" className="font-semibold">
        Root cause
      </h2>
      <div className="border-line bg-surface space-y-3 rounded-lg border px-4 py-3">
        <Markdown text={rootCause} />
        {factors.length > 0 && (
          <ul className="text-muted list-disc space-y-1 pl-4 text-xs leading-relaxed">
            {factors.map((factor) => (
              <li key={factor}>
                <Markdown text={factor} />
              </li>
            ))}
          </ul>
        )}
        <div className="text-muted text-xs">
          <Markdown text={summary} />
        </div>
        <div className="text-muted flex flex-wrap items-center gap-x-2 gap-y-1.5 text-xs">
          <span>Evidence:</span>
          {evidence.map((id) => (
            <button
              key={id}
              type="button"
              onClick={() => showCall(id)}
              className="border-line hover:border-edge hover:text-ink rounded-md border px-1.5 py-0.5 font-mono"
            >
              {calls.find((call) => call.id === id)?.tool ?? id}
            </button>
          ))}
          <span className="ml-auto tabular-nums">Model confidence: {Math.round(confidence * 100)} %</span>
        </div>
      </div>
    </section>
  );
}

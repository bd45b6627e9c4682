import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { ChevronRight, Wrench } from 'lucide-react';
import { TextBlock, ToolData } from '../../components/tool-data.tsx';
import { FramedList } from '../../components/framed-list.tsx';
import { toCallElementId } from './show-call.ts';

export interface CallListProps {
  readonly calls: RemediationView['calls'];
  /** Ids of the calls that the conclusion cites. */
  readonly evidence: readonly string[];
}

/** All calls of the investigation with their results. */
export function CallList({ calls, evidence }: CallListProps) {
  if (calls.length === 0) return null;
  return (
    <section aria-labelledby="calls-heading" className="space-y-3">
      <h2 id="calls-heading" className="font-semibold">
        Tool calls
      </h2>
      <FramedList>
        {calls.map(({ id, tool, input, output, isError }) => (
          <li key={id}>
            <details id={toCallElementId(id)} aria-label={`Call of ${tool}`} className="group scroll-mt-4 text-xs">
              <summary className="hover:bg-raised flex min-h-9 items-center gap-2 px-4 py-1.5 -outline-offset-2 select-none">
                <Wrench aria-hidden className="text-muted size-3.5 shrink-0" />
                <code className="min-w-0 flex-1 truncate font-mono">{tool}</code>
                {evidence.includes(id) && (
                  <span className="bg-accent-soft text-accent text-2xs rounded px-1.5 py-px font-medium">Evidence</span>
                )}
                {isError && <span className="text-removed">Failed</span>}
                <ChevronRight
                  aria-hidden
                  className="text-muted size-3.5 shrink-0 transition-transform group-open:rotate-90"
                />
              </summary>
              <div className="space-y-3 px-4 pt-1 pb-3">
                <ToolData label="Input" value={input} />
                <div>
                  <div className="text-muted text-2xs font-medium">Output</div>
                  <TextBlock text={output} />
                </div>
              </div>
            </details>
          </li>
        ))}
      </FramedList>
    </section>
  );
}

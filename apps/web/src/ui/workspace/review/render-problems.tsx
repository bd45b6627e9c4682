import type { RenderedResponse } from '@shipmate/protocol/web/checks';
import { Banner } from '../../components/banner.tsx';
import { IssueItem } from '../checks/issue-item.tsx';
import type { Review } from './use-review.ts';

export interface RenderProblemsProps {
  readonly rendered: RenderedResponse;
  readonly onOpenPlace: Review['openPlace'];
}

/** Errors and warnings of rendering a chart; renders nothing without any. */
export function RenderProblems({ rendered, onOpenPlace }: RenderProblemsProps) {
  const { succeeded, issues } = rendered;
  return (
    <>
      {!succeeded && (
        <Banner tone="error" className="m-2">
          With the pending changes the chart cannot be rendered.
        </Banner>
      )}
      {issues.length > 0 && (
        <ul
          aria-label="Helm output"
          className="divide-line border-line max-h-[40%] shrink-0 divide-y overflow-y-auto border-b"
        >
          {issues.map((issue, index) => (
            <IssueItem key={index} issue={issue} onOpenPlace={onOpenPlace} />
          ))}
        </ul>
      )}
    </>
  );
}

import type { AppError } from '@shipmate/core';
import { type ChartIssue, chartIssueSchema } from '@shipmate/protocol/web/checks';
import { z } from 'zod';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { IssueItem } from '../workspace/checks/issue-item.tsx';

const refusalSchema = z.object({ issues: z.array(chartIssueSchema).min(1) });

/** Returns the issues that block the acceptance of changes; `undefined` for any other error. */
export function toRefusalIssues({ details }: AppError): readonly ChartIssue[] | undefined {
  return refusalSchema.safeParse(details).data?.issues;
}

export interface RefusedAcceptanceProps {
  readonly issues: readonly ChartIssue[];
  readonly onOpenPlace: (path: string, line?: number) => void;
  readonly onDismiss: () => void;
}

/** The issues that blocked the acceptance, each linked to its place. */
export function RefusedAcceptance({ issues, onOpenPlace, onDismiss }: RefusedAcceptanceProps) {
  return (
    <div className="border-line m-2 rounded-lg border">
      <Banner
        tone="error"
        actions={
          <Button variant="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        <span className="font-medium">
          Nothing was accepted: the checks found {issues.length === 1 ? 'an error' : `${issues.length} errors`}.
        </span>{' '}
        Fix the listed errors, or turn the checks off in the workspace settings.
      </Banner>
      <ul
        // Focusable, so that a long list can be scrolled with the keyboard.
        tabIndex={0}
        aria-label="What the checks found"
        className="divide-line max-h-48 divide-y overflow-y-auto -outline-offset-2"
      >
        {issues.map((issue, index) => (
          <IssueItem key={index} issue={issue} onOpenPlace={onOpenPlace} />
        ))}
      </ul>
    </div>
  );
}

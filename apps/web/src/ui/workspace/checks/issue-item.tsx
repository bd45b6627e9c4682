import type { ChartIssue } from '@shipmate/protocol/web/checks';
import { Wand2 } from 'lucide-react';
import { classNames } from '../../components/class-names.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { severities } from './severity.ts';

export interface IssueItemProps {
  readonly issue: ChartIssue;
  readonly onOpenPlace: (path: string, line?: number) => void;
  readonly onAskAgent?: ((issues: readonly ChartIssue[]) => void) | undefined;
}

/** One issue: its place, description and advice. */
export function IssueItem({ issue, onOpenPlace, onAskAgent }: IssueItemProps) {
  const { severity, check, message, suggestion, resource, file, line } = issue;
  const { label, icon: Icon, ink } = severities[severity];
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <Icon role="img" aria-label={label} className={classNames('mt-0.5 size-3.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1 text-xs leading-relaxed wrap-anywhere">
        <p>{message}</p>
        {suggestion !== undefined && <p className="text-muted">{suggestion}</p>}
        <p className="text-muted flex flex-wrap gap-x-2 text-2xs">
          {file !== undefined && (
            <button
              type="button"
              onClick={() => onOpenPlace(file, line)}
              className="text-accent font-mono underline underline-offset-2"
            >
              {line === undefined ? file : `${file}:${line}`}
            </button>
          )}
          {resource !== undefined && <span>{resource}</span>}
          <span>{check}</span>
        </p>
      </div>
      {onAskAgent && (
        <IconButton label="Ask the agent to fix this" onClick={() => onAskAgent([issue])}>
          <Wand2 />
        </IconButton>
      )}
    </li>
  );
}

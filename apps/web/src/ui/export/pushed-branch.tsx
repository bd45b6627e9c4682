import type { PushResponse } from '@shipmate/protocol/web/push';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';

interface PushedBranchProps {
  readonly pushed: PushResponse;
  readonly onClose: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** A pushed branch, with a link to compare it. */
export function PushedBranch({ pushed: { branch, commit, compareUrl }, onClose, children }: PushedBranchProps) {
  return (
    <div className="space-y-4 text-xs">
      <p role="status">
        Branch <code className="font-mono wrap-anywhere">{branch}</code> is pushed, at commit{' '}
        <code className="font-mono">{commit.slice(0, 12)}</code>.
      </p>
      <div className="flex flex-wrap items-center justify-end gap-3">
        {compareUrl !== null && (
          <a
            href={compareUrl}
            target="_blank"
            rel="noreferrer"
            className="text-accent inline-flex items-center gap-1 font-medium underline"
          >
            Compare and propose it <ExternalLink aria-hidden className="size-3.5" />
          </a>
        )}
        {children}
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

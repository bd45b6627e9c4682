import type { RunSummary } from '@shipmate/protocol/web/runs';
import { Activity } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { statusWords, toRunTitle } from '../api/run-words.ts';
import { toConversationPath } from '../router/conversation-address.ts';
import { Link } from '../router/link.tsx';
import { navigate } from '../router/navigate.ts';
import { toRemediationPath, toRunPath } from '../router/route.ts';
import { changedRuns } from './run-activity.ts';
import { useNotificationChoice } from './use-notification-choice.ts';
import { useRecentRuns, useRunActivity } from './use-run-activity.ts';

/** The link to the runs, with the number of active runs and of unread answers. */
export function RunsLink() {
  const { active, unread } = useRunActivity();
  useFinishNotices();
  const words = [
    'Runs',
    active.length > 0 ? `${active.length} active` : null,
    unread.size > 0 ? `${unread.size} unread` : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
  return (
    <Link
      href="/runs"
      title={words}
      className="text-muted hover:bg-raised hover:text-ink inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1 rounded-md px-1.5 text-xs tabular-nums transition-colors [&_svg]:size-4"
    >
      <span className="sr-only">{words}</span>
      <Activity aria-hidden className={active.length > 0 ? 'text-accent animate-pulse' : undefined} />
      <span aria-hidden className="max-xl:hidden">
        Runs
      </span>
      {active.length > 0 && (
        <span aria-hidden className="text-accent font-medium">
          {active.length}
        </span>
      )}
      {unread.size > 0 && (
        <span
          aria-hidden
          className="bg-accent text-on-accent text-2xs min-w-4 rounded-full px-1 text-center font-medium"
        >
          {unread.size}
        </span>
      )}
    </Link>
  );
}

/**
 * Shows a browser notification for each run that ended or waits for the person, while the page is hidden and
 * notifications are enabled.
 */
function useFinishNotices(): void {
  const runs = useRecentRuns().data;
  const { isOn } = useNotificationChoice();
  const before = useRef<readonly RunSummary[]>(undefined);
  useEffect(() => {
    if (!runs) return;
    const changed = changedRuns(before.current, runs);
    before.current = runs;
    if (isOn && document.hidden) changed.forEach(notify);
  }, [runs, isOn]);
}

/** The tag makes several tabs show one notification per run. */
function notify(run: RunSummary): void {
  const { id, status } = run;
  const notice = new Notification(toRunTitle(run), { body: statusWords[status], tag: `${id} ${status}` });
  notice.addEventListener('click', () => {
    window.focus();
    navigate(toNoticePath(run));
    notice.close();
  });
}

function toNoticePath({ id, kind, workspaceId, conversationId }: RunSummary): string {
  if (kind === 'remediation') return toRemediationPath(id);
  return workspaceId === null || conversationId === null
    ? toRunPath(id)
    : toConversationPath(workspaceId, conversationId);
}

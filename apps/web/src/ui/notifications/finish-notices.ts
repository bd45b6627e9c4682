import type { InboxItemView } from '@shipmate/protocol/web/inbox';
import type { RunSummary } from '@shipmate/protocol/web/runs';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useInbox } from '../api/inbox-query.ts';
import { statusWords, toRunTitle } from '../api/run-words.ts';
import { conversationAddress, runPageAddress } from '../router/addresses.ts';
import { newInboxItems } from './new-inbox-items.ts';
import { changedRuns } from './run-activity.ts';
import { useRecentRuns } from './use-run-activity.ts';

/**
 * Shows a browser notification for each run that ended or waits for the person, and for each new inbox item, while the page is
 * hidden; rendered while notifications are enabled.
 */
export function FinishNotices(): null {
  const runs = useRecentRuns().data;
  const navigate = useNavigate();
  const before = useRef<readonly RunSummary[]>(undefined);
  useEffect(() => {
    if (!runs) return;
    const changed = changedRuns(before.current, runs);
    before.current = runs;
    if (!document.hidden) return;
    for (const run of changed) {
      const { id, status } = run;
      const notice = { title: toRunTitle(run), body: statusWords[status], tag: `${id} ${status}` };
      notify(notice, () => void navigate(noticeAddress(run)));
    }
  }, [runs, navigate]);

  const items = useInbox().data?.pages.flatMap((page) => page.items);
  const itemsBefore = useRef<readonly InboxItemView[]>(undefined);
  useEffect(() => {
    if (!items) return;
    const added = newInboxItems(itemsBefore.current, items);
    itemsBefore.current = items;
    if (!document.hidden) return;
    for (const { kind, id, title } of added) {
      const notice = { title, body: 'Waiting for you', tag: `${kind} ${id}` };
      notify(notice, () => void navigate({ to: '/inbox' }));
    }
  }, [items, navigate]);
  return null;
}

interface Notice {
  readonly title: string;
  readonly body: string;
  /** Several tabs show one notification per tag. */
  readonly tag: string;
}

function notify({ title, ...options }: Notice, open: () => void): void {
  const notice = new Notification(title, options);
  notice.addEventListener('click', () => {
    window.focus();
    open();
    notice.close();
  });
}

function noticeAddress(run: RunSummary) {
  const { workspaceId, conversationId } = run;
  return workspaceId === null || conversationId === null
    ? runPageAddress(run)
    : conversationAddress(workspaceId, conversationId);
}

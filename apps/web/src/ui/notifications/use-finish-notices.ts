import type { RunSummary } from '@shipmate/protocol/web/runs';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { statusWords, toRunTitle } from '../api/run-words.ts';
import { conversationAddress, runPageAddress } from '../router/addresses.ts';
import { changedRuns } from './run-activity.ts';
import { useNotificationChoice } from './use-notification-choice.ts';
import { useRecentRuns } from './use-run-activity.ts';

/**
 * Shows a browser notification for each run that ended or waits for the person, while the page is hidden and
 * notifications are enabled.
 */
export function useFinishNotices(): void {
  const runs = useRecentRuns().data;
  const { isOn } = useNotificationChoice();
  const navigate = useNavigate();
  const before = useRef<readonly RunSummary[]>(undefined);
  useEffect(() => {
    if (!runs) return;
    const changed = changedRuns(before.current, runs);
    before.current = runs;
    if (!isOn || !document.hidden) return;
    for (const run of changed) notify(run, () => void navigate(noticeAddress(run)));
  }, [runs, isOn, navigate]);
}

/** The tag makes several tabs show one notification per run. */
function notify(run: RunSummary, open: () => void): void {
  const { id, status } = run;
  const notice = new Notification(toRunTitle(run), { body: statusWords[status], tag: `${id} ${status}` });
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

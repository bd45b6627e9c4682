import type { RunSummary } from '@shipmate/protocol/web/runs';
import { useEffect, useRef } from 'react';
import { toConversationPath } from '../router/conversation-address.ts';
import { navigate } from '../router/navigate.ts';
import { toRunPath } from '../router/route.ts';
import { statusWords, toRunTitle } from '../api/run-words.ts';
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
  const { id, workspaceId, conversationId, status } = run;
  const notice = new Notification(toRunTitle(run), { body: statusWords[status], tag: `${id} ${status}` });
  notice.addEventListener('click', () => {
    window.focus();
    navigate(workspaceId === null ? toRunPath(id) : toConversationPath(workspaceId, conversationId));
    notice.close();
  });
}

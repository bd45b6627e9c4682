import type { Notification, ServerContext } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { reportProgress } from './report-progress.ts';

/** A call of a client, and the notifications that it got. */
function createCall(progressToken?: string) {
  const sent: Notification[] = [];
  const notify = async (notification: Notification): Promise<void> => void sent.push(notification);
  const mcpReq = { ...(progressToken !== undefined && { _meta: { progressToken } }), notify };
  return { context: { mcpReq } as unknown as ServerContext, sent };
}

it('reportProgress sends a notification for each interval of silence, numbered with the reports', async () => {
  const { context, sent } = createCall('p');
  using progress = reportProgress(context, 1);
  progress.report?.(' Step one. \n');
  progress.report?.('\n');
  await expect.poll(() => sent.length).toBeGreaterThan(2);
  expect(sent.slice(0, 3).map(({ params }) => params)).toEqual([
    { progressToken: 'p', progress: 1, message: 'Step one.' },
    { progressToken: 'p', progress: 2, message: 'Still running.' },
    { progressToken: 'p', progress: 3, message: 'Still running.' },
  ]);
});

it('reportProgress sends nothing to a client without a progress token', () => {
  const { context, sent } = createCall();
  using progress = reportProgress(context, 1);
  expect(progress.report).toBeUndefined();
  expect(sent).toEqual([]);
});

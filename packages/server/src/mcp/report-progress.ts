import type { ServerContext } from '@modelcontextprotocol/server';

/** Progress notifications of a call. Dispose it when the call ends. */
interface ProgressReports extends Disposable {
  /** Sends a tool's own words; undefined for a client that wants no progress. */
  readonly report?: (text: string) => void;
}

const maxMessageLength = 500;

/**
 * Sends a tool's reports as progress to a client that gave a progress token, and one notification for every `intervalMs` of
 * silence, by which clients extend their time limit.
 */
export function reportProgress({ mcpReq }: ServerContext, intervalMs = 10_000): ProgressReports {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { [Symbol.dispose]: () => undefined };
  let progress = 0;
  const send = (message?: string): void => {
    progress += 1;
    const params = { progressToken, progress, ...(message !== undefined && { message }) };
    // A client that has left needs no progress; its call is aborted.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timer = setInterval(() => send('Still running.'), intervalMs);
  return {
    report(text) {
      timer.refresh();
      const message = text.trim();
      if (message !== '') send(message.slice(0, maxMessageLength));
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

import type { ChatMessage } from '../api/conversation.ts';
import { Spinner } from '../components/spinner.tsx';
import { toRunStatus } from './run-status.ts';

export interface RunStatusLineProps {
  readonly message: ChatMessage | undefined;
  readonly isAnswering: boolean;
}

/** Says, and tells assistive technology, what the agent is doing. */
export function RunStatusLine({ message, isAnswering }: RunStatusLineProps) {
  return (
    <div role="status" className="text-muted mt-4 flex h-4 items-center gap-2 text-xs">
      {isAnswering && (
        <>
          <Spinner /> {toRunStatus(message)}
        </>
      )}
      {!isAnswering && message?.role === 'assistant' && <span className="sr-only">The answer is complete.</span>}
    </div>
  );
}

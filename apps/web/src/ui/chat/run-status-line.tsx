import { useDecidedApprovals } from '../approvals/approvals-query.ts';
import type { ChatMessage } from '../api/conversation.ts';
import { classNames } from '../components/class-names.ts';
import { Spinner } from '../components/spinner.tsx';
import { approvalsAskedFor, toRunStatus } from './run-status.ts';

export interface RunStatusLineProps {
  readonly message: ChatMessage | undefined;
  readonly isAnswering: boolean;
}

/** The agent's current activity: always announced to assistive technology, visible only where nothing else shows it. */
export function RunStatusLine({ message, isAnswering }: RunStatusLineProps) {
  const decided = useDecidedApprovals(isAnswering ? approvalsAskedFor(message) : []);
  const { text, isEvident } = toRunStatus(message, decided);
  const isComplete = !isAnswering && message?.role === 'assistant' && message.metadata?.cutShort === undefined;
  return (
    <div role="status" className="text-muted mt-4 h-4 text-xs">
      {isAnswering && (
        <span className={classNames(isEvident ? 'sr-only' : 'flex items-center gap-2')}>
          <Spinner /> {text}
        </span>
      )}
      {isComplete && <span className="sr-only">The answer is complete.</span>}
    </div>
  );
}

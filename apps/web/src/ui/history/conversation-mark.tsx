import { Spinner } from '../components/spinner.tsx';
import { useRunActivity } from '../notifications/use-run-activity.ts';

/** Marks a conversation that is being answered, or has an unread answer. */
export function ConversationMark({ conversationId }: { readonly conversationId: string }) {
  const { active, unread } = useRunActivity();
  const run = active.find((candidate) => candidate.conversationId === conversationId);
  if (run) {
    return (
      <span className="text-accent flex items-center gap-1 text-2xs">
        <Spinner /> {run.status === 'waiting' ? 'Waiting for approval' : 'Running'}
      </span>
    );
  }
  if (!unread.has(conversationId)) return null;
  return <span className="bg-accent text-on-accent text-2xs rounded-full px-1.5 font-medium">Unread</span>;
}

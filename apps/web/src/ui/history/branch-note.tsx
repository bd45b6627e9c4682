import type { ConversationDetail } from '@shipmate/protocol/web/conversations';
import { runAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';

/** Shows from which run and step a branched conversation started; renders nothing for other conversations. */
export function BranchNote({ detail }: { readonly detail: ConversationDetail | undefined }) {
  if (!detail?.branchOf) return null;
  const { runId, fromStep } = detail.branchOf;
  return (
    <p className="border-line text-muted border-b px-4 py-2 text-xs">
      Branch: retries{' '}
      <Link {...runAddress(runId)} className="text-accent underline underline-offset-2">
        an earlier run
      </Link>{' '}
      from step {fromStep + 1} on.
    </p>
  );
}

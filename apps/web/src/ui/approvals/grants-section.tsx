import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { toAge } from '../time/age.ts';
import { useGrants, useRevokeGrant } from './approvals-query.ts';

/** The tools that may change a workspace without the person's approval, each with a button to revoke the grant. */
export function GrantsSection({ workspaceId }: { readonly workspaceId: string }) {
  const grants = useGrants(workspaceId);
  const revoke = useRevokeGrant();
  return (
    <section aria-labelledby="grants" className="space-y-2">
      <h3 id="grants" className="font-medium">
        Tools allowed without approval
      </h3>
      <p className="text-muted text-xs leading-relaxed">
        Agents that work for you call these tools in this workspace without asking. This applies to you only.
      </p>
      {grants.isPending && <Waiting className="p-0">Loading the tools…</Waiting>}
      {grants.error && <ErrorBanner error={grants.error} onRetry={() => void grants.refetch()} />}
      {grants.data?.length === 0 && (
        <p className="text-muted text-xs leading-relaxed">
          None. Choose “Always in this workspace” in an approval to add its tool.
        </p>
      )}
      <ul aria-labelledby="grants" className="border-line divide-line divide-y rounded-lg border empty:hidden">
        {grants.data?.map(({ id, tool, createdAt }) => (
          <li key={id} className="flex items-center gap-3 px-3 py-2">
            <code className="min-w-0 flex-1 truncate font-mono text-xs">{tool}</code>
            <time dateTime={createdAt} className="text-muted text-2xs">
              {toAge(new Date(createdAt), new Date())}
            </time>
            <Button
              aria-label={`Revoke ${tool}`}
              isBusy={revoke.isPending && revoke.variables === id}
              onClick={() => revoke.mutate(id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {revoke.error && <ErrorBanner error={revoke.error} onDismiss={() => revoke.reset()} />}
    </section>
  );
}

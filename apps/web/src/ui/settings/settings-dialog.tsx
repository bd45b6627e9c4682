import {
  type ChangeSettingsRequest,
  type WorkspaceSettings,
  workspaceSettingsSchema,
} from '@shipmate/protocol/web/settings';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';
import { workspaceKey } from '../api/workspace.ts';
import { useGrants, useRevokeGrant } from '../approvals/approvals-query.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { RelativeTime } from '../time/relative-time.tsx';

export interface SettingsDialogProps {
  readonly workspaceId: string;
  readonly settings: WorkspaceSettings;
  readonly onClose: () => void;
}

/** The automation settings of a workspace, which apply to all its users. */
export function SettingsDialog({ workspaceId, settings, onClose }: SettingsDialogProps) {
  const change = useChangeSettings(workspaceId);
  const wanted = change.isPending ? change.variables : {};
  const autoAccept = wanted.autoAccept ?? settings.autoAccept;
  const validateBeforeAccept = wanted.validateBeforeAccept ?? settings.validateBeforeAccept;
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Workspace settings"
      description="Apply immediately to all users of this workspace."
    >
      <SettingSwitch
        label="Check before accepting"
        description="Changes become a revision only if the charts pass their checks: errors block the acceptance, warnings do not."
        isOn={validateBeforeAccept}
        onChange={(isOn) => change.mutate({ validateBeforeAccept: isOn })}
      />
      <SettingSwitch
        label="Accept the agent’s changes"
        description="When an answer is complete, its changes become a revision without a review. Files that another user edited still require review."
        note={
          autoAccept && validateBeforeAccept
            ? 'Has no effect while changes are checked first: those require a review.'
            : undefined
        }
        isOn={autoAccept}
        onChange={(isOn) => change.mutate({ autoAccept: isOn })}
      />
      <GrantsSection workspaceId={workspaceId} />
      {change.error && <ErrorBanner error={change.error} onDismiss={() => change.reset()} />}
    </Dialog>
  );
}

/** The tools that may change a workspace without the person's approval, each with a button to revoke the grant. */
function GrantsSection({ workspaceId }: { readonly workspaceId: string }) {
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
            <RelativeTime at={createdAt} className="text-muted text-2xs" />
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

/** Changes the automation settings of a workspace. */
function useChangeSettings(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeSettingsRequest) =>
      requestJson(`/api/workspaces/${workspaceId}/settings`, {
        schema: workspaceSettingsSchema,
        body,
        method: 'PATCH',
      }),
    onSuccess: (settings: WorkspaceSettings) =>
      client.setQueryData<WorkspaceOutline>(workspaceKey(workspaceId), (shown) => shown && { ...shown, settings }),
  });
}

import type { WorkspaceSettings } from '@shipmate/protocol/web/settings';
import { useChangeSettings } from '../api/settings.ts';
import { GrantsSection } from '../approvals/grants-section.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SettingSwitch } from './setting-switch.tsx';

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
      description="They apply to everybody in this workspace, immediately."
    >
      <SettingSwitch
        label="Check before accepting"
        description="Nothing becomes a revision unless the charts pass their checks with it: errors refuse it, warnings do not. It takes as long as the checks do."
        isOn={validateBeforeAccept}
        onChange={(isOn) => change.mutate({ validateBeforeAccept: isOn })}
      />
      <SettingSwitch
        label="Accept the agent’s changes"
        description="When an answer is complete, its changes become a revision without a review. Files that somebody else changed too still wait for review."
        note={
          autoAccept && validateBeforeAccept
            ? 'Has no effect while changes are checked first: those wait for somebody to accept them.'
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

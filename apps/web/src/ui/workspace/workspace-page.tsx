import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { useWorkspace } from '../api/workspace.ts';
import { IconButton } from '../components/icon-button.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { chartsStep, Trail } from '../navigation/trail.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { revisionsAddress } from '../revisions/revisions-view.ts';
import { Link } from '../router/link.tsx';
import { ExportMenu } from './export-menu.tsx';
import { PendingBadge } from './pending-badge.tsx';
import { Workbench } from './workbench.tsx';

/** A workspace: its conversation beside its files. */
export function WorkspacePage() {
  const { workspaceId } = useParams({ from: '/workspace/$workspaceId' });
  const session = useSignedInSession();
  const query = useWorkspace(workspaceId);
  if (!query.data) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  const { workspace } = query.data;
  return (
    <div className="relative flex h-dvh flex-col overflow-hidden">
      <TopBar>
        <Trail parents={[chartsStep]} title={workspace.name} />
        <RevisionBadge workspaceId={workspaceId} revisionNumber={workspace.currentRevisionNumber} />
        <span className="flex max-lg:hidden">
          <PendingBadge count={workspace.pendingCount} />
        </span>
        <ExportMenu workspace={query.data} />
        <SettingsButton workspace={query.data} />
      </TopBar>
      <Workbench session={session} workspace={query.data} />
    </div>
  );
}

/** The current revision, linked to the list of revisions. */
function RevisionBadge({ workspaceId, revisionNumber }: { workspaceId: string; revisionNumber: number }) {
  const navigate = useNavigate();
  const address = revisionsAddress(workspaceId);
  usePaletteActions([
    { id: 'workspace.revisions', group: 'Workspace', label: 'Show revisions', run: () => void navigate(address) },
  ]);
  return (
    <Link
      {...address}
      title="Show all revisions"
      className="border-line text-muted hover:border-edge hover:text-ink shrink-0 rounded-full border px-2 py-0.5 text-2xs font-medium whitespace-nowrap tabular-nums transition-colors"
    >
      <span className="max-sm:sr-only">Revision</span> {revisionNumber}
    </Link>
  );
}

const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/settings-dialog.tsx')).SettingsDialog,
}));

/** Opens the settings of a workspace. */
function SettingsButton({ workspace }: { workspace: WorkspaceOutline }) {
  const [isOpen, setOpen] = useState(false);
  usePaletteActions([
    { id: 'workspace.settings', group: 'Workspace', label: 'Workspace settings…', run: () => setOpen(true) },
  ]);
  return (
    <>
      <IconButton label="Workspace settings" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Settings2 />
      </IconButton>
      <Suspense>
        {isOpen && (
          <SettingsDialog
            workspaceId={workspace.workspace.id}
            settings={workspace.settings}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

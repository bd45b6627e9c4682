import type { SessionResponse } from '@shipmate/protocol/web/session';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWorkspace } from '../api/workspaces.ts';
import { IconButton } from '../components/icon-button.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { Trail } from '../navigation/trail.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { Link } from '../router/link.tsx';
import { navigate } from '../router/navigate.ts';
import { toRevisionsPath } from '../router/route.ts';
import { ExportMenu } from './export-menu.tsx';
import { PendingBadge } from './pending-badge.tsx';
import { Workbench } from './workbench.tsx';

export interface WorkspacePageProps {
  readonly workspaceId: string;
  readonly session: SessionResponse;
}

/** A workspace: its conversation beside its files. */
export function WorkspacePage({ workspaceId, session }: WorkspacePageProps) {
  const query = useWorkspace(workspaceId);
  if (!query.data) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  const { workspace } = query.data;
  return (
    <div className="relative flex h-dvh flex-col overflow-hidden">
      <TopBar>
        <Trail title={workspace.name} />
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
  const path = toRevisionsPath(workspaceId);
  usePaletteActions([
    { id: 'workspace.revisions', group: 'Workspace', label: 'Show revisions', run: () => navigate(path) },
  ]);
  return (
    <Link
      href={path}
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
function SettingsButton({ workspace }: { workspace: WorkspaceResponse }) {
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

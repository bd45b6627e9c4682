import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';

const SettingsDialog = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }));

/** Opens the settings of a workspace. */
export function SettingsButton({ workspace }: { workspace: WorkspaceResponse }) {
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

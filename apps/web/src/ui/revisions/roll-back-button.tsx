import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';

/** Rolls back to an old revision after confirmation. */
export function RollBackButton({ workspace, to }: { workspace: WorkspaceResponse; to: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Undo2 />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Roll back to revision {to}
      </Button>
      {isOpen && <RollBackDialog workspace={workspace} to={to} onClose={() => setOpen(false)} />}
    </>
  );
}

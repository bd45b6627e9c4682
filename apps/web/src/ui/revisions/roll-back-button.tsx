import type { WorkspaceResponse } from '@shipmate/protocol';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';

/** Goes back to an old revision, once the person has read what that means. */
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

import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { workspaceAddress } from '../router/addresses.ts';
import { leftReasonTexts } from './left-reason-texts.ts';

interface ImportLeftDialogProps {
  readonly imported: ImportArchiveResponse;
  readonly onClose: () => void;
}

/** The files of an archive that were left out, shown before the workspace is opened. */
export function ImportLeftDialog({ imported: { workspaceId, left }, onClose }: ImportLeftDialogProps) {
  const navigate = useNavigate();
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={left.length === 1 ? 'One file was not imported' : `${left.length} files were not imported`}
      description="The chart is imported without these files, because a workspace holds only text files. An export will not contain them:"
    >
      <ul
        // Focusable, so that a long list can be scrolled with the keyboard.
        tabIndex={0}
        aria-label="Files that were not imported"
        className="border-line divide-line max-h-64 divide-y overflow-y-auto rounded-lg border text-xs"
      >
        {left.map(({ path, reason }) => (
          <li key={path} className="px-3 py-2">
            <span className="block font-mono wrap-anywhere">{path}</span>
            <span className="text-muted block">{leftReasonTexts[reason]}</span>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button variant="primary" onClick={() => void navigate(workspaceAddress(workspaceId))}>
          Open the chart
        </Button>
      </div>
    </Dialog>
  );
}

import type { ImportArchiveResponse } from '@shipmate/protocol';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { navigate } from '../router/navigate.ts';
import { toWorkspacePath } from '../router/route.ts';

type LeftFile = ImportArchiveResponse['left'][number];

const reasons: Record<LeftFile['reason'], string> = {
  binary: 'not text in UTF-8',
  packed_chart: 'a packed dependency; it is fetched again as Chart.yaml names it',
  too_large: 'larger than 1 MB',
};

export interface ImportLeftDialogProps {
  readonly imported: ImportArchiveResponse;
  readonly onClose: () => void;
}

/** The files of an archive that its workspace does not hold, to be read before the workspace is opened. */
export function ImportLeftDialog({ imported: { workspaceId, left }, onClose }: ImportLeftDialogProps) {
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={left.length === 1 ? 'One file was left out' : `${left.length} files were left out`}
      description="The chart is imported. A workspace holds text files, and an export of it will be without these:"
    >
      <ul
        // Focusable, so that a long list can be scrolled by key.
        tabIndex={0}
        aria-label="Files that were left out"
        className="border-line divide-line max-h-64 divide-y overflow-y-auto rounded-lg border text-xs"
      >
        {left.map(({ path, reason }) => (
          <li key={path} className="px-3 py-2">
            <span className="block font-mono wrap-anywhere">{path}</span>
            <span className="text-muted block">{reasons[reason]}</span>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button variant="primary" onClick={() => navigate(toWorkspacePath(workspaceId))}>
          Open the chart
        </Button>
      </div>
    </Dialog>
  );
}

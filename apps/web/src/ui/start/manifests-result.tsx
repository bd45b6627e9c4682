import type { CreateFromManifestsResponse } from '@shipmate/protocol/web/create';
import { useEffect } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { navigate } from '../router/navigate.ts';
import { toWorkspacePath } from '../router/route.ts';

export interface ManifestsResultProps {
  readonly made: CreateFromManifestsResponse;
  readonly onClose: () => void;
}

/** The notes of a conversion, shown before its chart is opened; without notes the chart is opened at once. */
export function ManifestsResult({ made: { workspaceId, left, notes }, onClose }: ManifestsResultProps) {
  const isSilent = left.length === 0 && notes.length === 0;
  useEffect(() => {
    if (isSilent) navigate(toWorkspacePath(workspaceId));
  }, [isSilent, workspaceId]);
  if (isSilent) return null;
  return (
    <Dialog isOpen isWide onClose={onClose} title="Chart created" description="Read this before you use it:">
      <Remarks title="Not converted" remarks={left} />
      <Remarks title="Notes" remarks={notes} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={() => navigate(toWorkspacePath(workspaceId))}>
          Open the chart
        </Button>
      </div>
    </Dialog>
  );
}

function Remarks({
  title,
  remarks,
}: {
  readonly title: string;
  readonly remarks: CreateFromManifestsResponse['left'];
}) {
  if (remarks.length === 0) return null;
  return (
    <section aria-label={title} className="space-y-1">
      <h3 className="text-xs font-medium">{title}</h3>
      <ul
        // Focusable, so that a long list can be scrolled with the keyboard.
        tabIndex={0}
        aria-label={title}
        className="border-line divide-line max-h-48 divide-y overflow-y-auto rounded-lg border text-xs"
      >
        {remarks.map(({ source, message }) => (
          <li key={`${source} ${message}`} className="px-3 py-2">
            <span className="block font-mono wrap-anywhere">{source}</span>
            <span className="text-muted block wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { ChevronDown, ChevronUp, Columns2, Rows2 } from 'lucide-react';
import { IconButton } from '../../components/icon-button.tsx';
import type { DiffLayout } from '../../editor/create-review-editor.ts';
import { shortcuts } from '../../keyboard/shortcut.ts';

export interface ChangeControlsProps {
  readonly layout: DiffLayout;
  readonly onToggleLayout: () => void;
  readonly onMove: (step: 1 | -1) => void;
}

/** Walks through the changes of all files, and chooses how a change is laid out. */
export function ChangeControls({ layout, onToggleLayout, onMove }: ChangeControlsProps) {
  return (
    <div className="flex items-center">
      <IconButton
        label="Previous change (P)"
        onClick={() => onMove(-1)}
        aria-keyshortcuts={shortcuts.previousChange.ariaKeys}
      >
        <ChevronUp />
      </IconButton>
      <IconButton label="Next change (N)" onClick={() => onMove(1)} aria-keyshortcuts={shortcuts.nextChange.ariaKeys}>
        <ChevronDown />
      </IconButton>
      <IconButton
        label={layout === 'split' ? 'Show as one column' : 'Show side by side'}
        onClick={onToggleLayout}
        className="max-md:hidden"
      >
        {layout === 'split' ? <Rows2 /> : <Columns2 />}
      </IconButton>
    </div>
  );
}

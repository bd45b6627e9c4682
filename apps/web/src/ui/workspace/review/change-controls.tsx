import { ChevronDown, ChevronUp, Columns2, Rows2 } from 'lucide-react';
import { IconButton } from '../../components/icon-button.tsx';
import type { DiffLayout } from '../../editor/create-review-editor.ts';
import type { UnseenChanges } from '../../editor/unseen-changes.ts';
import { shortcuts } from '../../keyboard/shortcut.ts';

interface ChangeControlsProps {
  readonly layout: DiffLayout;
  readonly unseen: UnseenChanges;
  readonly onToggleLayout: () => void;
  readonly onMove: (step: 1 | -1) => void;
}

/** Navigates the changes of all files, shows how many of this file are off screen, and chooses the diff layout. */
export function ChangeControls({ layout, unseen, onToggleLayout, onMove }: ChangeControlsProps) {
  const { above, below } = unseen;
  return (
    <div className="flex items-center">
      <IconButton
        label={`Previous change (P)${above > 0 ? `, ${above} above` : ''}`}
        onClick={() => onMove(-1)}
        aria-keyshortcuts={shortcuts.previousChange.ariaKeys}
        className="relative"
      >
        <ChevronUp />
        <Count count={above} />
      </IconButton>
      <IconButton
        label={`Next change (N)${below > 0 ? `, ${below} below` : ''}`}
        onClick={() => onMove(1)}
        aria-keyshortcuts={shortcuts.nextChange.ariaKeys}
        className="relative"
      >
        <ChevronDown />
        <Count count={below} />
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

function Count({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className="bg-accent text-on-accent absolute top-0 right-0 min-w-3.5 rounded-full px-0.5 text-center text-[0.625rem] leading-3.5 font-medium tabular-nums"
    >
      {count}
    </span>
  );
}

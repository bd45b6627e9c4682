import { Dialog } from '../components/dialog.tsx';
import { saveShortcut } from '../files/save-shortcut.ts';
import { treeShortcuts } from '../files/tree-operation.ts';
import { shortcuts } from '../keyboard/shortcut.ts';
import { useShortcutsEnabled } from '../keyboard/use-shortcuts.ts';
import { paletteChord, sideChatChord } from '../keyboard/chord.ts';

interface ShortcutsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All shortcuts, and the switch that turns them off. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const [isEnabled, setEnabled] = useShortcutsEnabled();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <dl className="divide-line divide-y">
        {[paletteChord, sideChatChord, saveShortcut, ...Object.values(shortcuts), ...treeShortcuts].map(
          ({ hint, label }) => (
            <div key={label} className="flex items-center justify-between py-2">
              <dt>{label}</dt>
              <dd>
                <kbd className="border-line bg-raised rounded border px-1.5 py-0.5 font-mono text-xs">{hint}</kbd>
              </dd>
            </div>
          ),
        )}
      </dl>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="accent-accent size-4"
          checked={isEnabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
        Use single-key shortcuts
      </label>
    </Dialog>
  );
}

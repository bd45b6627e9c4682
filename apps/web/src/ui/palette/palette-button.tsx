import { Command } from 'lucide-react';
import { IconButton } from '../components/icon-button.tsx';
import { paletteChord } from './palette-chord.ts';
import { useOpenPalette } from './palette-provider.tsx';

/** Opens the command palette by pointer. */
export function PaletteButton() {
  const open = useOpenPalette();
  return (
    <IconButton label={paletteChord.label} aria-keyshortcuts={paletteChord.ariaKeys} onClick={open}>
      <Command />
    </IconButton>
  );
}

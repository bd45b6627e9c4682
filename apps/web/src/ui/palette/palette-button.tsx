import { Command } from 'lucide-react';
import { IconButton } from '../components/icon-button.tsx';
import { paletteChord } from './palette-chord.ts';
import { useOpenPalette } from './palette-provider.tsx';

/** The button that opens the command palette. */
export function PaletteButton() {
  const open = useOpenPalette();
  return (
    <IconButton label={paletteChord.label} aria-keyshortcuts={paletteChord.ariaKeys} onClick={open}>
      <Command />
    </IconButton>
  );
}

import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../components/icon-button.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { useTheme } from './use-theme.ts';

/** Switches between light and dark. */
export function ThemeToggle({ className }: { className: string }) {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? 'Use light theme' : 'Use dark theme';
  usePaletteActions([{ id: 'theme', group: 'Shipmate', label, keywords: ['mode', 'colours'], run: toggle }]);
  return (
    <IconButton label={label} onClick={toggle} className={className}>
      {theme === 'dark' ? <Sun /> : <Moon />}
    </IconButton>
  );
}

import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../components/icon-button.tsx';
import { useTheme } from './use-theme.ts';

/** Switches between light and dark. */
export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  return (
    <IconButton label={theme === 'dark' ? 'Use light theme' : 'Use dark theme'} onClick={toggle}>
      {theme === 'dark' ? <Sun /> : <Moon />}
    </IconButton>
  );
}

import { Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import { useMediaQuery } from '../preference/use-media-query.ts';
import { usePreference } from '../preference/use-preference.ts';

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

type Theme = 'light' | 'dark';

/**
 * The current theme, and a function that toggles it. A choice equal to the system's theme is not stored, so that the
 * page follows the system again.
 */
function useTheme(): { theme: Theme; toggle: () => void } {
  const system: Theme = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const [stored, store] = usePreference('theme');
  const chosen = stored === 'light' || stored === 'dark' ? stored : null;
  const theme = chosen ?? system;

  useEffect(() => {
    if (chosen) document.documentElement.dataset['theme'] = chosen;
    else delete document.documentElement.dataset['theme'];
  }, [chosen]);

  function toggle() {
    const next = theme === 'dark' ? 'light' : 'dark';
    store(next === system ? null : next);
  }
  return { theme, toggle };
}

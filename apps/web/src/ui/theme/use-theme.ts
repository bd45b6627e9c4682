import { useEffect } from 'react';
import { useMediaQuery } from '../preference/use-media-query.ts';
import { usePreference } from '../preference/use-preference.ts';

export type Theme = 'light' | 'dark';

/**
 * The current theme, and a function that toggles it. A choice equal to the system's theme is not stored, so that the
 * page follows the system again.
 */
export function useTheme(): { theme: Theme; toggle: () => void } {
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

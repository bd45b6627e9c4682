import type { DiagramChange } from '@shipmate/domain/code-map';

/** The colors of differences between two commits. */
export const changeColors: Readonly<Record<DiagramChange, string>> = {
  added: 'var(--color-added)',
  removed: 'var(--color-removed)',
  moved: 'var(--color-accent)',
  changed: 'var(--color-caution)',
};

import type { DiffLayout } from '../../editor/create-review-editor.ts';
import { useMediaQuery } from '../../preference/use-media-query.ts';
import { usePreference } from '../../preference/use-preference.ts';

/** The diff layout, remembered by this browser; side by side only on a wide page. */
export function useDiffLayout(): [layout: DiffLayout, toggle: () => void] {
  const [stored, store] = usePreference('diff');
  const isRoomy = useMediaQuery('(min-width: 48rem)');
  const layout = stored === 'split' && isRoomy ? 'split' : 'unified';
  return [layout, () => store(layout === 'split' ? null : 'split')];
}

import { useCallback, useState } from 'react';
import type { UnseenChanges } from '../../editor/unseen-changes.ts';

/** The number of changes of the file off screen, and its setter. */
export function useUnseenChanges(): [unseen: UnseenChanges, tell: (unseen: UnseenChanges) => void] {
  const [unseen, setUnseen] = useState<UnseenChanges>({ above: 0, below: 0 });
  const tell = useCallback((next: UnseenChanges) => {
    setUnseen((known) => (known.above === next.above && known.below === next.below ? known : next));
  }, []);
  return [unseen, tell];
}

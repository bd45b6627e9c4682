import { lazy, Suspense, useState } from 'react';
import type { DialogProps } from './dialog-surface.tsx';

const DialogSurface = lazy(async () => ({ default: (await import('./dialog-surface.tsx')).DialogSurface }));

/**
 * A modal dialog; Escape and the backdrop close it, and the focus returns to its opener. Its code is loaded when it opens for the
 * first time.
 */
export function Dialog(props: DialogProps) {
  const [hasOpened, setHasOpened] = useState(props.isOpen);
  if (props.isOpen && !hasOpened) setHasOpened(true);
  if (!hasOpened) return null;
  return (
    <Suspense>
      <DialogSurface {...props} />
    </Suspense>
  );
}

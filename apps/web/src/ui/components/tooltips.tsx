import { useEffect, useRef } from 'react';
import { followTooltips } from './follow-tooltips.ts';

/** Shows the tooltips of all icon buttons, whose accessible name is the same text. */
export function Tooltips() {
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => (surface.current ? followTooltips(surface.current) : undefined), []);
  return (
    <div
      ref={surface}
      popover="manual"
      aria-hidden
      className="bg-ink text-canvas fixed inset-auto m-0 rounded-md border-0 px-2 py-1 text-xs shadow-md"
    />
  );
}

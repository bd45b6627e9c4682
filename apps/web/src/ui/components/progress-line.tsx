import { useIsFetching, useIsMutating } from '@tanstack/react-query';

/** A line along the top of the window while any request takes longer than a second. */
export function ProgressLine() {
  const isBusy = useIsFetching() + useIsMutating() > 0;
  if (!isBusy) return null;
  return (
    <div
      role="progressbar"
      aria-label="Waiting for the server"
      className="appear-late pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
    >
      <div className="bg-accent slide-along h-full w-1/4" />
    </div>
  );
}

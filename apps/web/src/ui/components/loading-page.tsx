import { Spinner } from './spinner.tsx';

/** Shown while a whole page loads. */
export function LoadingPage() {
  return (
    <div role="status" className="text-muted flex h-dvh items-center justify-center gap-2 text-xs">
      <Spinner /> Loading…
    </div>
  );
}

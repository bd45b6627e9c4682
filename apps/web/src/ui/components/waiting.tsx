import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** Names the operation in progress in the place of its result. */
export function Waiting({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p role="status" className={classNames('text-muted flex items-center gap-2 p-4 text-xs', className)}>
      <Spinner /> {children}
    </p>
  );
}

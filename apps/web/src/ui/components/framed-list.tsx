import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** Rows in a frame with a line between them; invisible without rows. */
export function FramedList({ className, ...props }: ComponentProps<'ul'>) {
  return (
    <ul
      className={classNames(
        'border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border empty:hidden',
        className,
      )}
      {...props}
    />
  );
}

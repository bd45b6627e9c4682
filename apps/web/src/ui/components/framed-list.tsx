import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/**
 * Rows in a frame with a line between them; invisible without rows. The browser lays out and paints only rows near the window, and its
 * search and assistive technology reach all of them.
 */
export function FramedList({ className, ...props }: ComponentProps<'ul'>) {
  return (
    <ul
      className={classNames(
        'border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border empty:hidden',
        '*:[contain-intrinsic-size:auto_3.5rem] *:[content-visibility:auto]',
        className,
      )}
      {...props}
    />
  );
}

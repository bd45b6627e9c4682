import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/**
 * Rows in a frame with a line between them; invisible without rows. Of a hundred rows and more, the browser lays out and paints only those
 * near the window; its search and assistive technology reach all of them.
 */
export function FramedList({ className, ...props }: ComponentProps<'ul'>) {
  return (
    <ul
      className={classNames(
        'border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border empty:hidden',
        '[&:has(>:nth-child(100))>*]:[contain-intrinsic-size:auto_3.5rem] [&:has(>:nth-child(100))>*]:[content-visibility:auto]',
        className,
      )}
      {...props}
    />
  );
}

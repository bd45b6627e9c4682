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
        'lazy-rows border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border empty:hidden',
        className,
      )}
      {...props}
    />
  );
}

import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A square button whose label is its accessible name and its tooltip. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      {...rest}
      className={classNames(
        'text-muted hover:bg-raised hover:text-ink inline-flex size-8 shrink-0 items-center justify-center rounded-md transition-colors disabled:cursor-not-allowed disabled:opacity-40 [&_svg]:size-4',
        className,
      )}
    />
  );
}

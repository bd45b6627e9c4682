import type { ComponentProps, ReactNode } from 'react';
import type { Shortcut } from '../keyboard/shortcut.ts';
import { useShortcutsEnabled } from '../keyboard/use-shortcuts.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  outline: 'border border-line bg-surface hover:border-edge hover:bg-raised',
  quiet: 'text-muted hover:bg-raised hover:text-ink',
  danger: 'bg-removed text-canvas hover:opacity-90',
} as const;

const sizes = { medium: 'h-8 px-2.5 text-xs', large: 'h-10 px-4 text-sm' } as const;

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof variants;
  readonly size?: keyof typeof sizes;
  readonly icon?: ReactNode;
  /** Displayed on the button; the page handles the key. */
  readonly shortcut?: Shortcut;
  readonly isBusy?: boolean;
}

/** A button; while busy it stays focusable and ignores clicks. */
export function Button({
  variant = 'outline',
  size = 'medium',
  icon,
  shortcut,
  isBusy,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy ? { 'aria-disabled': true, onClick: undefined } : {})}
      aria-keyshortcuts={shortcut?.ariaKeys}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-3.5',
        sizes[size],
        variants[variant],
        isBusy && 'opacity-70',
        className,
      )}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
      {shortcut && <ShortcutHint shortcut={shortcut} />}
    </button>
  );
}

/**
 * The keys of a shortcut, visible only; assistive technology reads `aria-keyshortcuts`. In a row that is not the current one they keep their
 * place, so that nothing moves under the pointer when a click makes the row current.
 */
function ShortcutHint({ shortcut }: { shortcut: Shortcut }) {
  const [isEnabled] = useShortcutsEnabled();
  if (!isEnabled) return null;
  return (
    <kbd
      aria-hidden
      className="hidden min-w-4 rounded border border-current/25 px-1 text-center font-mono text-2xs leading-4 opacity-80 md:inline-block in-data-[current=false]:invisible"
    >
      {shortcut.hint}
    </kbd>
  );
}

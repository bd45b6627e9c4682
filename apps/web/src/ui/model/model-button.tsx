import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The button that shows the chosen model and opens the menu of models. */
export function ModelButton({ label, ...rest }: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <button
      type="button"
      aria-label={`Model: ${label}`}
      aria-haspopup="menu"
      {...rest}
      className="text-muted hover:bg-raised hover:text-ink inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs transition-colors"
    >
      <span className="truncate">{label}</span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}

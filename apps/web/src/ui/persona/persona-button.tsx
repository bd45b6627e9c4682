import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The button that shows the chosen persona and opens the list of personas. */
export function PersonaButton({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="Persona"
      {...rest}
      className="text-muted hover:bg-raised hover:text-ink inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-xs transition-colors"
    >
      <span>{children}</span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}

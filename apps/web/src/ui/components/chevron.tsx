import { ChevronRight } from 'lucide-react';

/** The mark of a summary, whose `details` has the class `group`: it points down while they are open. */
export function Chevron() {
  return (
    <ChevronRight aria-hidden className="text-muted size-3.5 shrink-0 transition-transform group-open:rotate-90" />
  );
}

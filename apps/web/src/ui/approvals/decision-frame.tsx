import { Hand } from 'lucide-react';
import type { ReactNode } from 'react';

interface DecisionFrameProps {
  /** Accessible name of the card. */
  readonly label: string;
  readonly title: ReactNode;
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a decision that a run waits for. */
export function DecisionFrame({ label, title, mark, children }: DecisionFrameProps) {
  return (
    <section aria-label={label} className="border-caution bg-surface overflow-hidden rounded-lg border text-xs">
      <header className="border-line flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <Hand aria-hidden className="text-caution size-4 shrink-0" />
        <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">{title}</h3>
        {mark}
      </header>
      <div className="space-y-2.5 p-3">{children}</div>
    </section>
  );
}

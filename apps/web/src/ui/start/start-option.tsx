import type { ReactNode } from 'react';

export interface StartOptionProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly description: string;
  readonly onClick: () => void;
}

/** A button that starts work by opening a dialog. */
export function StartOption({ icon, title, description, onClick }: StartOptionProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="border-line bg-surface hover:border-edge [&_svg]:text-accent flex w-full items-center gap-3 rounded-lg border px-4 py-3 text-left transition-colors [&_svg]:size-5 [&_svg]:shrink-0"
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="text-muted block text-xs">{description}</span>
      </span>
    </button>
  );
}

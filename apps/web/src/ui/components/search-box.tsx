import { Search } from 'lucide-react';
import { Spinner } from './spinner.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly isBusy: boolean;
  readonly autoFocus?: boolean;
  readonly onChange: (value: string) => void;
}

/** A field for search words, with a spinner while results load. */
export function SearchBox({ label, value, isBusy, autoFocus = false, onChange }: SearchBoxProps) {
  return (
    <label className="border-edge focus-within:border-accent focus-within:ring-accent flex items-center gap-2 rounded-lg border px-3 focus-within:ring-1">
      <Search aria-hidden className="text-muted size-3.5 shrink-0" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        autoFocus={autoFocus}
        value={value}
        maxLength={200}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
        className="placeholder:text-muted h-9 min-w-0 flex-1 bg-transparent text-base outline-none sm:text-sm"
      />
      {isBusy && <Spinner />}
    </label>
  );
}

import { LoaderCircle } from 'lucide-react';

/** Marks an operation in progress; the text beside it names the operation. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin" />;
}

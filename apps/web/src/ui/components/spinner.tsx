import { LoaderCircle } from 'lucide-react';

/** Something is under way; the text beside it says what. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin" />;
}

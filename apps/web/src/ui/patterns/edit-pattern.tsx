import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { PatternForm } from './pattern-form.tsx';
import { usePattern } from './patterns-query.ts';
import { toDocument } from './to-document.ts';

export interface EditPatternProps {
  readonly patternId: string;
  readonly onSaved: () => void;
}

/** Loads a document for editing. */
export function EditPattern({ patternId, onSaved }: EditPatternProps) {
  const pattern = usePattern(patternId);
  if (pattern.error) return <ErrorBanner error={pattern.error} onRetry={() => void pattern.refetch()} />;
  if (!pattern.data) return <Waiting>Loading the document…</Waiting>;
  return <PatternForm document={toDocument(pattern.data)} onSaved={onSaved} />;
}

import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { useDeletePattern } from './patterns-query.ts';

export interface DeletePatternProps {
  readonly patternId: string;
  readonly onKeep: () => void;
}

/** Confirms the deletion of a document. */
export function DeletePattern({ patternId, onKeep }: DeletePatternProps) {
  const remove = useDeletePattern(patternId);
  return (
    <>
      {remove.error && <ErrorBanner error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onKeep}>Keep</Button>
        <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete document
        </Button>
      </div>
    </>
  );
}

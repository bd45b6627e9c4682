import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { useDiscardJob } from './repository-queries.ts';

/** Discards the branch of a job, after a confirmation. */
export function DiscardJob({ jobId }: { readonly jobId: string }) {
  const [isAsking, setAsking] = useState(false);
  const discard = useDiscardJob(jobId);
  const close = () => setAsking(false);
  return (
    <>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title="Discard job"
        description="The changes of this job can then not be pushed. Its conversation stays."
      >
        {discard.error && <ErrorBanner error={discard.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Keep</Button>
          <Button
            variant="danger"
            isBusy={discard.isPending}
            onClick={() => discard.mutate(undefined, { onSuccess: close })}
          >
            Discard job
          </Button>
        </div>
      </Dialog>
    </>
  );
}

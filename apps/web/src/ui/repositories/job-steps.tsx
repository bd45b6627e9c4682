import type { JobStepsResponse } from '@shipmate/protocol/web/repositories';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { repositoryDraft, useDraft } from '../chat/use-draft.ts';
import { Button } from '../components/button.tsx';
import { Chevron } from '../components/chevron.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { repositoryAddress } from '../router/addresses.ts';
import { useContinueJob, useJobSteps, useUndoJob } from './repository-queries.ts';

type JobStep = JobStepsResponse['steps'][number];

/** The steps of a job that has ended, each with an undo that brings back the files and messages before it. */
export function JobSteps({ jobId }: { readonly jobId: string }) {
  const steps = useJobSteps(jobId);
  if (steps.error) return <ErrorBanner error={steps.error} />;
  if (!steps.data || steps.data.length === 0) return null;
  return (
    <details className="group border-line rounded-lg border">
      <summary className="hover:bg-raised flex items-center gap-2 rounded-lg px-3 py-2 text-xs">
        <Chevron /> Steps ({steps.data.length})
      </summary>
      <ol className="divide-line divide-y">
        {steps.data.map((step) => (
          <Step key={step.turn} jobId={jobId} step={step} />
        ))}
      </ol>
    </details>
  );
}

function Step({ jobId, step }: { readonly jobId: string; readonly step: JobStep }) {
  const { turn, text, calls, canUndo } = step;
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoJob(jobId);
  const openJob = useOpenJob();
  const close = () => setAsking(false);
  const number = turn + 1;
  return (
    <li className="flex flex-wrap items-center gap-2 px-3 py-2 text-xs">
      <span className="text-muted">{number}.</span>
      <span className="min-w-0 grow basis-44 wrap-anywhere">
        {calls.length === 0 ? text || 'Answer' : calls.map(toLabel).join(', ')}
      </span>
      {canUndo ? (
        <Button icon={<Undo2 aria-hidden />} onClick={() => setAsking(true)}>
          Undo from step {number}
        </Button>
      ) : (
        <span className="text-muted">No checkpoint</span>
      )}
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title={`Undo from step ${number}`}
        description="A new job gets the files and the messages as they were before this step. This job stays as it is."
      >
        {undo.error && <ErrorBanner error={undo.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            isBusy={undo.isPending}
            onClick={() => undo.mutate({ turn }, { onSuccess: openJob })}
          >
            Undo steps
          </Button>
        </div>
      </Dialog>
    </li>
  );
}

function toLabel({ name, path }: JobStep['calls'][number]): string {
  return path === null ? name : `${name} ${path}`;
}

/** Continues a job with another prompt. */
export function ContinueJob({ jobId }: { readonly jobId: string }) {
  const [prompt, setPrompt] = useDraft(`continue.${jobId}`);
  const hintId = useId();
  const proceed = useContinueJob(jobId);
  const openJob = useOpenJob();
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        proceed.mutate(
          { prompt },
          {
            onSuccess: (job) => {
              setPrompt('');
              openJob(job);
            },
          },
        );
      }}
    >
      {proceed.error && <ErrorBanner error={proceed.error} />}
      <label className="flex flex-col gap-1 text-xs font-medium">
        Continue with these files
        <textarea
          rows={2}
          maxLength={20_000}
          value={prompt}
          placeholder="Describe the next change"
          aria-describedby={hintId}
          onChange={(event) => setPrompt(event.target.value)}
          className="border-edge bg-surface placeholder:text-muted w-full min-w-0 rounded-md border px-2 py-1.5 text-base font-normal sm:text-xs"
        />
      </label>
      <p id={hintId} className="text-muted text-xs">
        Starts a job that begins with these files and this conversation, and changes them on a branch of its own.
      </p>
      <Button type="submit" variant="primary" isBusy={proceed.isPending} disabled={prompt.trim() === ''}>
        Continue job
      </Button>
    </form>
  );
}

/** Properties of {@link RestartJob}. */
interface RestartJobProps {
  readonly repositoryId: string;
  readonly prompt: string;
}

/** Prepares another job with the prompt of one that left nothing to continue. */
export function RestartJob({ repositoryId, prompt }: RestartJobProps) {
  const [, setPrompt] = useDraft(repositoryDraft(repositoryId));
  const navigate = useNavigate();
  return (
    <Button
      icon={<RotateCcw aria-hidden />}
      onClick={() => {
        setPrompt(prompt);
        void navigate(repositoryAddress(repositoryId));
      }}
    >
      Start a new job
    </Button>
  );
}

function useOpenJob() {
  const navigate = useNavigate();
  return ({ jobId }: { readonly jobId: string }) =>
    void navigate({ to: '/repositories/jobs/$jobId', params: { jobId } });
}

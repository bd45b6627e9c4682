import type { ChangeRequestView, MergeJobRequest, MergeOptionsView } from '@shipmate/protocol/web/repositories';
import { useId, useState } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { Waiting } from '../components/waiting.tsx';
import { useMergeJob, useMergeOptions } from './repository-queries.ts';

type Method = MergeOptionsView['methods'][number];

const methodWords: Readonly<Record<Method, readonly [label: string, about: string]>> = {
  merge: ['Merge commit', 'keeps the commits and joins them with one more'],
  squash: ['Squash', 'makes one commit of them'],
  rebase: ['Rebase', 'puts them on top of the branch, without a merge commit'],
};

/** Properties of {@link MergeDialog}. */
interface MergeDialogProps {
  readonly jobId: string;
  readonly request: ChangeRequestView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called once the request is merged. */
  readonly onMerge: () => void;
}

/** Confirms the merge of a job's request: what is merged, into which branch, and how. */
export function MergeDialog({ jobId, request: { number }, isOpen, onClose, onMerge }: MergeDialogProps) {
  const options = useMergeOptions(jobId, isOpen);
  const merge = useMergeJob(jobId);
  const close = () => {
    if (!merge.isPending) merge.reset();
    onClose();
  };
  const submit = (body: MergeJobRequest) =>
    // The state on the host explains most refusals.
    merge.mutate(body, { onSuccess: onMerge, onError: () => void options.refetch() });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={`Merge request ${number}`}
      description="The host merges exactly the reviewed commit. A merge cannot be undone here."
    >
      {merge.error && <StatedError error={merge.error} />}
      {options.error && <StatedError error={options.error} onRetry={() => void options.refetch()} />}
      {options.data ? (
        <MergeForm options={options.data} isBusy={merge.isPending} onClose={close} onMerge={submit} />
      ) : (
        !options.error && <Waiting className="p-0">Reading the request from its host…</Waiting>
      )}
    </Dialog>
  );
}

/** Properties of {@link MergeForm}. */
interface MergeFormProps {
  readonly options: MergeOptionsView;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onMerge: (request: MergeJobRequest) => void;
}

function MergeForm({ options, isBusy, onClose, onMerge }: MergeFormProps) {
  const { number, url, base, commit, methods, problem } = options;
  const name = useId();
  const [chosen, setChosen] = useState<Method>();
  const method = chosen !== undefined && methods.includes(chosen) ? chosen : methods[0];
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && method !== undefined && !isBusy) onMerge({ commit, base, method });
      }}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <dt className="text-muted">Request</dt>
        <dd>
          <a className="text-accent underline" href={url} target="_blank" rel="noreferrer noopener">
            Request {number}
          </a>
        </dd>
        <dt className="text-muted">Into branch</dt>
        <dd className="font-mono wrap-anywhere">{base}</dd>
        <dt className="text-muted">Commit</dt>
        <dd className="font-mono wrap-anywhere">{commit}</dd>
      </dl>
      {problem !== null && <Banner tone="caution">{problem}</Banner>}
      {problem === null && (
        <fieldset className="space-y-1.5 text-xs">
          <legend className="mb-1 font-medium">Method</legend>
          {methods.map((each) => (
            <label key={each} className="flex items-start gap-2">
              <input
                type="radio"
                name={name}
                checked={each === method}
                onChange={() => setChosen(each)}
                className="accent-accent mt-0.5"
              />
              <span>
                {methodWords[each][0]} <span className="text-muted">{methodWords[each][1]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className="sr-only">
        {isBusy && `Merging into ${base}…`}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{problem === null && !isBusy ? 'Cancel' : 'Close'}</Button>
        {problem === null && (
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? 'Merging…' : `Merge request ${number}`}
          </Button>
        )}
      </div>
    </form>
  );
}

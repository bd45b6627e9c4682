import type { AppError } from '@shipmate/core';
import { useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { ErrorBanner } from '../components/error-banner.tsx';

interface PathFormProps {
  readonly label: string;
  readonly hint: string;
  readonly submitLabel: string;
  readonly initial: string;
  /** Initially selected range of the path, to be overwritten by typing. */
  readonly selection: readonly [start: number, end: number];
  readonly isBusy: boolean;
  readonly error: AppError | null;
  readonly onSubmit: (path: string) => void;
  readonly onCancel: () => void;
}

/** Asks for a path; the field shows the error about it. */
export function PathForm({
  label,
  hint,
  submitLabel,
  initial,
  selection: [start, end],
  isBusy,
  error,
  onSubmit,
  onCancel,
}: PathFormProps) {
  const [path, setPath] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const problem = error && isAboutPath(error) ? error.message : undefined;
  const isComplete = path.trim() !== '' && path.trim() !== initial && !isBusy;

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  }, [start, end]);

  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) onSubmit(path.trim());
      }}
    >
      <label className="block space-y-1">
        <span className="block text-xs font-medium">{label}</span>
        <input
          ref={field}
          value={path}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={hintId}
          onChange={(event) => setPath(event.target.value)}
          className={classNames(
            'bg-surface h-9 w-full rounded-md border px-2 font-mono text-base sm:text-xs',
            problem === undefined ? 'border-edge' : 'border-removed',
          )}
        />
      </label>
      <p
        id={hintId}
        role={problem === undefined ? undefined : 'alert'}
        className={classNames('-mt-2 text-xs wrap-anywhere', problem === undefined ? 'text-muted' : 'text-removed')}
      >
        {problem ?? hint}
      </p>
      {error && problem === undefined && <ErrorBanner error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!isComplete && !isBusy} isBusy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

const aboutPath = z.union([
  z.object({ reason: z.literal('file_exists') }),
  z.object({ issues: z.array(z.object({ path: z.literal('path') })).length(1) }),
]);

/** Returns true when an error describes a defect of the entered path. */
function isAboutPath({ details }: AppError): boolean {
  return aboutPath.safeParse(details).success;
}

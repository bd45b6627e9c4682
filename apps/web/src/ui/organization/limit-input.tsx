import { useId } from 'react';
import { classNames } from '../components/class-names.ts';
import { nameOf, type LimitField } from './limits-draft.ts';

const periodWords = { day: 'a day', month: 'a month' } as const;

export interface LimitInputProps {
  readonly field: LimitField;
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (text: string) => void;
}

/** The field of one limit, with its validation error. */
export function LimitInput({ field, value, isWrong, onChange }: LimitInputProps) {
  const problemId = useId();
  const isTokens = field.measure === 'tokens';
  return (
    <label className="flex min-w-0 flex-col gap-1 text-xs font-medium">
      {isTokens ? 'Tokens' : 'US dollars'} {periodWords[field.period]}
      <input
        name={nameOf(field)}
        value={value}
        inputMode={isTokens ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder="no limit"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? problemId : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          'bg-surface placeholder:text-muted h-8 w-full min-w-0 rounded-md border px-2 text-base font-normal sm:text-xs',
          isWrong ? 'border-removed' : 'border-edge',
        )}
      />
      {isWrong && (
        <span id={problemId} className="text-removed text-2xs font-normal">
          {isTokens ? 'Enter a whole number above 0.' : 'Enter an amount above 0.'}
        </span>
      )}
    </label>
  );
}

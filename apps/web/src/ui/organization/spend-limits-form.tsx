import { type SpendLimitsView, spendLimitsSchema } from '@shipmate/protocol/web/spend';
import { useId, useState } from 'react';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { useChangeSpendLimits } from './organization-queries.ts';
import type { SpendMeasure } from './spend-words.ts';

const groups = [
  ['organization', 'All users together'],
  ['user', 'Each user'],
] as const;

/** The form of the spend limits; an empty field is no limit. */
export function SpendLimitsForm({ limits }: { limits: SpendLimitsView }) {
  const change = useChangeSpendLimits();
  const [draft, setDraft] = useState(() => toDraft(limits));
  const [wrong, setWrong] = useState<string>();

  function save() {
    const read = readDraft(draft);
    setWrong('wrong' in read ? nameOf(read.wrong) : undefined);
    if ('wrong' in read) document.getElementsByName(nameOf(read.wrong))[0]?.focus();
    else change.mutate(read.limits, { onSuccess: ({ limits: stored }) => setDraft(toDraft(stored)) });
  }

  return (
    <section aria-labelledby="limits-heading" className="space-y-3">
      <div>
        <h2 id="limits-heading" className="font-semibold">
          Spend limits
        </h2>
        <p className="text-muted text-xs">
          At a limit, running answers finish early and new ones are refused until the day or month ends (UTC). Leave a
          field empty for no limit.
        </p>
      </div>
      <form
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending) save();
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          {groups.map(([scope, legend]) => (
            <fieldset key={scope} className="border-line bg-surface min-w-0 rounded-lg border p-4 pt-2">
              <legend className="px-1 text-xs font-semibold">{legend}</legend>
              <div className="grid grid-cols-2 gap-3">
                {limitFields
                  .filter((field) => field.scope === scope)
                  .map((field) => (
                    <LimitInput
                      key={nameOf(field)}
                      field={field}
                      value={draft[nameOf(field)] ?? ''}
                      isWrong={wrong === nameOf(field)}
                      onChange={(text) => {
                        change.reset();
                        setDraft({ ...draft, [nameOf(field)]: text });
                      }}
                    />
                  ))}
              </div>
            </fieldset>
          ))}
        </div>
        {change.error && <ErrorBanner error={change.error} />}
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" isBusy={change.isPending}>
            Save limits
          </Button>
          <p role="status" className="text-muted text-xs">
            {change.isSuccess && 'Saved. Running answers apply the limits from their next step.'}
          </p>
        </div>
      </form>
    </section>
  );
}

const periodWords = { day: 'a day', month: 'a month' } as const;

interface LimitInputProps {
  readonly field: LimitField;
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (text: string) => void;
}

/** The field of one limit, with its validation error. */
function LimitInput({ field, value, isWrong, onChange }: LimitInputProps) {
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

/** One limit of the form. */
interface LimitField {
  readonly scope: keyof SpendLimitsView;
  readonly period: keyof SpendLimitsView['user'];
  readonly measure: SpendMeasure;
}

/** Every limit, in the order of the form. */
export const limitFields: readonly LimitField[] = (['organization', 'user'] as const).flatMap((scope) =>
  (['day', 'month'] as const).flatMap((period) =>
    (['tokens', 'costUsd'] as const).map((measure) => ({ scope, period, measure })),
  ),
);

/** The typed text, by field. */
type LimitsDraft = Readonly<Record<string, string>>;

/** Returns the name of a field. */
function nameOf({ scope, period, measure }: LimitField): string {
  return `${scope}.${period}.${measure}`;
}

/** Converts limits to the text of their fields. */
export function toDraft(limits: SpendLimitsView): LimitsDraft {
  return Object.fromEntries(
    limitFields.map((field) => [nameOf(field), `${limits[field.scope][field.period][field.measure] ?? ''}`]),
  );
}

/**
 * Reads the typed limits, or returns the first invalid field. An empty field is no limit; commas and a dollar sign are
 * ignored.
 */
export function readDraft(draft: LimitsDraft): { readonly limits: SpendLimitsView } | { readonly wrong: LimitField } {
  const amountOf = (field: LimitField): number | null => {
    const text = (draft[nameOf(field)] ?? '').replaceAll(/[\s,$]/g, '');
    return text === '' ? null : Number(text);
  };
  const limitOf = (scope: LimitField['scope'], period: LimitField['period']) => ({
    tokens: amountOf({ scope, period, measure: 'tokens' }),
    costUsd: amountOf({ scope, period, measure: 'costUsd' }),
  });
  const periodsOf = (scope: LimitField['scope']) => ({ day: limitOf(scope, 'day'), month: limitOf(scope, 'month') });
  const read = spendLimitsSchema.safeParse({ organization: periodsOf('organization'), user: periodsOf('user') });
  if (read.success) return { limits: read.data };
  const path = read.error.issues[0]?.path.join('.');
  const wrong = limitFields.find((field) => nameOf(field) === path);
  if (!wrong) throw read.error;
  return { wrong };
}

import { spendLimitsSchema, type SpendLimitsView } from '@shipmate/protocol/web/spend';
import type { SpendMeasure } from './spend-words.ts';

/** One limit of the form. */
export interface LimitField {
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
export type LimitsDraft = Readonly<Record<string, string>>;

/** Returns the name of a field. */
export function nameOf({ scope, period, measure }: LimitField): string {
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

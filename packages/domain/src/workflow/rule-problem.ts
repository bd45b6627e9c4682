/** Codes of problems of a rule. */
const ruleProblemCodes = [
  'FIELD_INVALID',
  'UNKNOWN_ACTION_TYPE',
  'CONFIG_INVALID',
  'DUPLICATE_NAME',
  'NO_START',
  'MULTIPLE_STARTS',
  'CYCLE',
  'UNREACHABLE',
  'BAD_REF',
  'BAD_PORT',
  'PORT_ON_START',
  'ENTITY_NOT_FOUND',
  'TRIGGER_NOT_FOUND',
  'SCHEDULE_INVALID',
  'FIELD_NOT_FOUND',
  'FIELD_NOT_WRITABLE',
  'CONDITION_INVALID',
  'NOISE_INVALID',
  'TEMPLATE_INVALID',
  'TEMPLATE_UNKNOWN_VAR',
  'RECIPIENT_NOT_FOUND',
  'CASCADE_LOOP',
  'CASCADE_POSSIBLE',
] as const;
export type RuleProblemCode = (typeof ruleProblemCodes)[number];

/** A problem of a rule's definition. An `error` prevents that the rule is saved, a `warning` does not. */
export interface RuleProblem {
  readonly severity: 'error' | 'warning';
  /** Location in the payload, for example `actions[1].action_config.title`; empty for the whole rule. */
  readonly path: string;
  readonly code: RuleProblemCode;
  readonly message: string;
  /** The next step for the author; empty if the message says it. */
  readonly hint: string;
}

/** Returns an error of a rule. */
export function toRuleError({
  path,
  code,
  message,
  hint = '',
}: Pick<RuleProblem, 'path' | 'code' | 'message'> & { readonly hint?: string }): RuleProblem {
  return { severity: 'error', path, code, message, hint };
}

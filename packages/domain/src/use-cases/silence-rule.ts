import type { Principal } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import type { NewRuleSilence } from '../workflow/noise/rule-noise-store.ts';
import type { RuleSilence } from '../workflow/noise/rule-silence.ts';

/** Silences a rule, with its audit entry. Call it in a transaction. @throws AppError as `RuleNoiseStore` */
export async function addSilence(stores: Stores, principal: Principal, silence: NewRuleSilence): Promise<RuleSilence> {
  const { name, revision } = await stores.rules.get(principal, silence.ruleId);
  const added = await stores.ruleNoise.addSilence(principal, silence);
  const details = { name, revision, silencedUntil: added.until.toISOString(), reason: added.reason };
  await stores.audit.append(principal, { kind: 'rule_changed', subjectId: silence.ruleId, details });
  return added;
}

/** Ends a silence, with its audit entry. Call it in a transaction. @throws AppError `NOT_FOUND` */
export async function removeSilence(
  stores: Stores,
  principal: Principal,
  silence: { readonly id: string; readonly ruleId: string },
): Promise<void> {
  const { name, revision } = await stores.rules.get(principal, silence.ruleId);
  const { reason } = await stores.ruleNoise.removeSilence(principal, silence);
  const details = { name, revision, silenceRemoved: reason };
  await stores.audit.append(principal, { kind: 'rule_changed', subjectId: silence.ruleId, details });
}

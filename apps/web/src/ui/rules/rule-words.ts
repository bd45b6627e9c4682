import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import type { StepChange } from './to-rule-steps.ts';

const triggerWords: Readonly<Record<RuleDefinitionView['trigger'], string>> = {
  on_create: 'When a row is created in',
  on_update: 'When a row is updated in',
  on_delete: 'When a row is deleted from',
  manual: 'When a person starts it for a row of',
  scheduled: 'At set times for',
};

/** Describes the trigger of a rule in words: `When a row is updated in sales.orders`. */
export function describeTrigger({
  trigger,
  entity,
  schedule,
}: Pick<RuleDefinitionView, 'trigger' | 'entity' | 'schedule'>): string {
  if (trigger === 'scheduled' && schedule !== undefined) return `${schedule.text}, for ${entity}`;
  return `${triggerWords[trigger]} ${entity}`;
}

/** Label and colors of a difference. */
export const changeStyles: Readonly<Record<StepChange, { readonly word: string; readonly frame: string }>> = {
  same: { word: '', frame: 'border-line bg-surface' },
  added: { word: 'Added', frame: 'border-added bg-added-soft' },
  changed: { word: 'Changed', frame: 'border-caution bg-caution-soft' },
  removed: { word: 'Removed', frame: 'border-removed bg-removed-soft border-dashed' },
};

/** Returns an action type as words: `create_alert` as `create alert`. */
export function toTypeWords(type: string): string {
  return type.replaceAll('_', ' ');
}

/** The names of the rule's own fields, for differences. */
export const fieldWords: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  isActive: 'enabled or disabled',
  entity: 'entity',
  trigger: 'trigger',
  triggerConditions: 'trigger conditions',
  noise: 'noise control',
  schedule: 'schedule',
};

import type { JsonValue } from '@shipmate/core';
import { triggerNames } from '@shipmate/domain/workflow';
import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { toTypeWords } from '../rule-words.ts';
import { Connections } from './action-form.tsx';
import { ConditionsField } from './conditions-field.tsx';
import { useRuleEditor } from './editor-context.ts';
import { FormRow, inputLook } from './form-row.tsx';
import { SchemaField } from './schema-field.tsx';
import type { FieldSchema } from './to-field-shape.ts';

/** The name, the trigger, the conditions and the noise control of a rule. */
export function RuleForm({ onChange }: { readonly onChange: (draft: RuleDefinitionView) => void }) {
  const { draft, entities, vocabulary } = useRuleEditor();
  const change = (values: Partial<RuleDefinitionView>) => onChange({ ...draft, ...values });
  return (
    <section aria-label="Rule and trigger" className="border-line bg-surface space-y-4 rounded-lg border p-4 text-xs">
      <div className="grid gap-3 sm:grid-cols-2">
        <FormRow label="Name" path="name" isRequired>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              className={inputLook}
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </FormRow>
        <FormRow label="Description" path="description">
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              className={inputLook}
              value={draft.description}
              onChange={({ target }) => change({ description: target.value })}
            />
          )}
        </FormRow>
        <FormRow label="Trigger" path="trigger_type" isRequired>
          {(control) => (
            <select
              {...control}
              className={inputLook}
              value={draft.trigger}
              onChange={({ target }) => change({ trigger: target.value as RuleDefinitionView['trigger'] })}
            >
              {triggerNames.map((name) => (
                <option key={name} value={name}>
                  {toTypeWords(name)}
                </option>
              ))}
            </select>
          )}
        </FormRow>
        <FormRow label="Entity" path="entity" isRequired>
          {(control) => (
            <select
              {...control}
              className={inputLook}
              value={draft.entity}
              onChange={({ target }) => change({ entity: target.value })}
            >
              {[...new Set([draft.entity, ...entities.map(({ name }) => name)])].map((name) => (
                <option key={name} value={name}>
                  {name === '' ? 'Select…' : name}
                </option>
              ))}
            </select>
          )}
        </FormRow>
      </div>
      {draft.trigger === 'scheduled' && <ScheduleFields schedule={draft.schedule} onChange={change} />}
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          checked={draft.isActive}
          onChange={({ target }) => change({ isActive: target.checked })}
        />
        Enabled
      </label>
      <ConditionsField
        label="Conditions, all of which have to hold"
        path="trigger_conditions.field_conditions"
        value={draft.triggerConditions as JsonValue}
        onChange={(value) => change({ triggerConditions: value as RuleDefinitionView['triggerConditions'] })}
      />
      {draft.actions.length > 0 && <Connections source={null} ports={[]} onChange={onChange} />}
      <details>
        <summary className="text-accent w-fit underline underline-offset-2">Noise control</summary>
        <div className="pt-3">
          <SchemaField
            name="noise"
            label="Noise control"
            schema={vocabulary.noiseSchema as FieldSchema}
            value={draft.noise as JsonValue | undefined}
            path="noise"
            onChange={(value) => {
              const { noise: _before, ...rest } = draft;
              onChange(value === undefined ? rest : { ...rest, noise: value as NonNullable<typeof draft.noise> });
            }}
          />
        </div>
      </details>
    </section>
  );
}

interface ScheduleFieldsProps {
  readonly schedule: RuleDefinitionView['schedule'];
  readonly onChange: (values: Pick<RuleDefinitionView, 'schedule'>) => void;
}

/** The times of a scheduled rule. */
function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps) {
  const { cron = '', timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone, text = '' } = schedule ?? {};
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <FormRow label="Times" path="schedule.cron" isRequired help="Five fields, such as 30 8 * * 1-5">
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            className={inputLook}
            value={cron}
            onChange={({ target }) => onChange({ schedule: { cron: target.value, timeZone, text } })}
          />
        )}
      </FormRow>
      <FormRow label="Time zone" path="schedule.time_zone" isRequired>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            className={inputLook}
            value={timeZone}
            onChange={({ target }) => onChange({ schedule: { cron, timeZone: target.value, text } })}
          />
        )}
      </FormRow>
    </div>
  );
}

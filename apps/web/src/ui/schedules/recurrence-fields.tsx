import { TextField } from '../components/text-field.tsx';
import { frequencies, type RecurrenceDraft, toCron, weekdays } from './recurrence.ts';
import { SelectField } from '../components/select-field.tsx';

export interface RecurrenceFieldsProps {
  readonly draft: RecurrenceDraft;
  readonly onChange: (draft: RecurrenceDraft) => void;
}

/** The fields for frequency and time. */
export function RecurrenceFields({ draft, onChange }: RecurrenceFieldsProps) {
  const { frequency, time, weekday, cron } = draft;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        label="How often"
        value={frequency}
        options={frequencies}
        onChange={(value) => {
          const chosen = frequencies.find(([name]) => name === value)?.[0] ?? 'custom';
          // A custom expression starts with the previous choice.
          onChange({ ...draft, frequency: chosen, cron: toCron(draft) });
        }}
      />
      {frequency === 'weekly' && (
        <SelectField
          label="On"
          value={`${weekday}`}
          options={weekdays.map((day, index) => [`${index}`, day] as const)}
          onChange={(value) => onChange({ ...draft, weekday: Number(value) })}
        />
      )}
      {frequency === 'custom' ? (
        <TextField
          label="Cron expression"
          className="sm:col-span-2"
          value={cron}
          hint="Minute, hour, day of the month, month, day of the week."
          onChange={(event) => onChange({ ...draft, cron: event.target.value })}
        />
      ) : (
        <TextField
          label={frequency === 'hourly' ? 'At (its minutes)' : 'At'}
          type="time"
          required
          value={time}
          onChange={(event) => onChange({ ...draft, time: event.target.value })}
        />
      )}
    </div>
  );
}

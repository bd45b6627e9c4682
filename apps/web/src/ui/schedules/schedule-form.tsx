import type { ScheduleView } from '@shipmate/protocol/web/schedules';
import { useState } from 'react';
import { useWorkspaces } from '../api/workspaces.ts';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/select-field.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { TextField } from '../components/text-field.tsx';
import { frequencies, type RecurrenceDraft, toCron, toRecurrenceDraft, weekdays } from './recurrence.ts';
import { useSaveSchedule } from './schedules-query.ts';

interface ScheduleFormProps {
  /** The schedule to change; without it a new one is created. */
  readonly schedule?: ScheduleView;
  readonly onSaved: () => void;
}

const everyMorning = '30 8 * * 1-5';
const plainText = '';

/** The form of a schedule: question, times and charts. */
export function ScheduleForm({ schedule, onSaved }: ScheduleFormProps) {
  const save = useSaveSchedule(schedule?.id);
  const workspaces = useWorkspaces();
  const [name, setName] = useState(schedule?.name ?? '');
  const [prompt, setPrompt] = useState(schedule?.prompt ?? '');
  const [workspaceId, setWorkspaceId] = useState(schedule?.workspaceId ?? plainText);
  const [recurrence, setRecurrence] = useState(() => toRecurrenceDraft(schedule?.cron ?? everyMorning));
  const [timeZone, setTimeZone] = useState(schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const error = save.error ?? workspaces.error;
  const isComplete = name.trim() !== '' && prompt.trim() !== '';

  function submit() {
    const { model = null, enabled = true } = schedule ?? {};
    const place = workspaceId === plainText ? null : workspaceId;
    save.mutate(
      { name, prompt, cron: toCron(recurrence), timeZone, workspaceId: place, model, enabled },
      { onSuccess: onSaved },
    );
  }

  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !save.isPending) submit();
      }}
    >
      <TextField label="Name" value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      <label className="flex flex-col gap-1 text-xs font-medium">
        Question
        <textarea
          value={prompt}
          rows={3}
          maxLength={20_000}
          placeholder="Is there a newer version of a dependency of this chart?"
          onChange={(event) => setPrompt(event.target.value)}
          className="border-edge bg-surface placeholder:text-muted w-full min-w-0 rounded-md border px-2 py-1.5 text-base font-normal sm:text-xs"
        />
      </label>
      <SelectField
        label="About"
        value={workspaceId}
        options={[
          [plainText, 'No workspace: an answer without tools'],
          ...(workspaces.data ?? []).map(({ id, name: title }) => [id, title] as const),
        ]}
        onChange={setWorkspaceId}
      />
      <RecurrenceFields draft={recurrence} onChange={setRecurrence} />
      <TextField
        label="Time zone"
        value={timeZone}
        hint="A name like Europe/Berlin or UTC."
        onChange={(event) => setTimeZone(event.target.value)}
      />
      {error && <StatedError error={error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!isComplete} isBusy={save.isPending}>
          {schedule ? 'Save' : 'Create schedule'}
        </Button>
      </div>
    </form>
  );
}

interface RecurrenceFieldsProps {
  readonly draft: RecurrenceDraft;
  readonly onChange: (draft: RecurrenceDraft) => void;
}

/** The fields for frequency and time. */
function RecurrenceFields({ draft, onChange }: RecurrenceFieldsProps) {
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

/** The frequencies to choose from. `custom` is a cron expression. */
export const frequencies = [
  ['hourly', 'Every hour'],
  ['daily', 'Every day'],
  ['weekdays', 'Monday to Friday'],
  ['weekly', 'Once a week'],
  ['custom', 'Cron expression'],
] as const;
type Frequency = (typeof frequencies)[number][0];

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The current choices of the form. */
export interface RecurrenceDraft {
  readonly frequency: Frequency;
  /** `HH:MM`; for `hourly`, only the minutes count. */
  readonly time: string;
  /** From 0, which is Sunday. */
  readonly weekday: number;
  readonly cron: string;
}

const simple = /^(\d{1,2}) (\*|\d{1,2}) \* \* (\*|1-5|[0-6])$/;

/** Returns the choices that match a cron expression; `custom` when none matches. */
export function toRecurrenceDraft(cron: string): RecurrenceDraft {
  const [, minute = '0', hour = '*', day = '*'] = simple.exec(cron) ?? [];
  const time = `${(hour === '*' ? '8' : hour).padStart(2, '0')}:${minute.padStart(2, '0')}`;
  const draft = { time, weekday: /^\d$/.test(day) ? Number(day) : 1, cron };
  if (!simple.test(cron) || (hour === '*' && day !== '*')) return { ...draft, frequency: 'custom' };
  if (hour === '*') return { ...draft, frequency: 'hourly' };
  if (day === '*') return { ...draft, frequency: 'daily' };
  return { ...draft, frequency: day === '1-5' ? 'weekdays' : 'weekly' };
}

/** Returns the cron expression of the choices. */
export function toCron({ frequency, time, weekday, cron }: RecurrenceDraft): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  switch (frequency) {
    case 'hourly':
      return `${minute} * * * *`;
    case 'daily':
      return `${minute} ${hour} * * *`;
    case 'weekdays':
      return `${minute} ${hour} * * 1-5`;
    case 'weekly':
      return `${minute} ${hour} * * ${weekday}`;
    case 'custom':
      return cron.trim();
  }
}

/**
 * Describes a cron expression in words: `Every day at 08:30`. Returns an expression without a description unchanged.
 */
export function describeCron(cron: string): string {
  const { frequency, time, weekday } = toRecurrenceDraft(cron);
  switch (frequency) {
    case 'hourly':
      return `Every hour at ${time.slice(2)}`;
    case 'daily':
      return `Every day at ${time}`;
    case 'weekdays':
      return `Monday to Friday at ${time}`;
    case 'weekly':
      return `${weekdays[weekday]}s at ${time}`;
    case 'custom':
      return cron;
  }
}

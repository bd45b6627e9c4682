/** The times of a recurring event. */
export interface Recurrence {
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** An IANA name, for example `Europe/Berlin`. */
  readonly timeZone: string;
}

/** A person's settings of a schedule. */
export interface ScheduleSettings extends Recurrence {
  readonly name: string;
  /** The question for the agent. */
  readonly prompt: string;
  /** The workspace that it works on; null for an answer in plain text. */
  readonly workspaceId: string | null;
  /** `provider:model`; null for the default model at the time. */
  readonly model: string | null;
  readonly enabled: boolean;
}

/** A recurring question of one user, each time in a new conversation. */
export interface Schedule extends ScheduleSettings {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** By the database's clock; null while the schedule is disabled. */
  readonly nextRunAt: Date | null;
  /** Null before the first run, and once that run was deleted. */
  readonly lastRunId: string | null;
  /** The reason why the last run was skipped; null if it was not. */
  readonly lastSkip: string | null;
  readonly createdAt: Date;
}

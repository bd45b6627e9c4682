/** When something happens again and again. */
export interface Recurrence {
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** An IANA name, for example `Europe/Berlin`. */
  readonly timeZone: string;
}

/** What a person says of a schedule. */
export interface ScheduleSettings extends Recurrence {
  readonly name: string;
  /** What the agent is asked each time. */
  readonly prompt: string;
  /** The charts that it works on; null for an answer in plain text. */
  readonly workspaceId: string | null;
  /** `provider:model`; null for the default model of the day. */
  readonly model: string | null;
  readonly enabled: boolean;
}

/** A question of one user that is asked again and again, each time in a conversation of its own. */
export interface Schedule extends ScheduleSettings {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** By the database's clock; null while it is not enabled. */
  readonly nextRunAt: Date | null;
  /** Null before the first time, and once that run was deleted. */
  readonly lastRunId: string | null;
  /** Why nothing was asked at the last time; null when it was. */
  readonly lastSkip: string | null;
  readonly createdAt: Date;
}

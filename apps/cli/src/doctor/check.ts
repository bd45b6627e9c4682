/** The result of one check of this machine. */
export interface Check {
  readonly name: string;
  /** `problem`: Shipmate does not start; `note`: something is unavailable. */
  readonly state: 'ok' | 'note' | 'problem';
  /** The observation. */
  readonly text: string;
  /** The fix of a problem, or the step that makes something available. */
  readonly fix?: string;
}

/**
 * The exit codes of `shipmate`: a failure, a wrong command line, a decision of a person that is missing or was to deny, and
 * Ctrl-C.
 */
export const exitCodes = { success: 0, failure: 1, usage: 2, undecided: 3, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * The exit codes of `shipmate`: a failure, a wrong command line, a decision of a person that is missing or was to deny,
 * Ctrl-C, and the end of the program that reads the output.
 */
export const exitCodes = { success: 0, failure: 1, usage: 2, undecided: 3, interrupted: 130, closedPipe: 141 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

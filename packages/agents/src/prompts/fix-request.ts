const fixRequest = 'Your edits broke the chart. Fix these new errors, then answer:\n';
const reportRequest =
  'The chart still has errors that your edits caused, and there are no more rounds to fix them. Call no tool. Answer again and report the remaining errors:\n';

/** Builds the message that asks a model to fix the errors that its edits caused. */
export function askToFix(errors: string): string {
  return fixRequest + errors;
}

/** Builds the message that asks a model to report the errors that it did not fix. */
export function askForRemainingErrors(errors: string): string {
  return reportRequest + errors;
}

/** Parses the errors in a message of {@link askToFix} or {@link askForRemainingErrors}; `undefined` for any other message. */
export function readFixErrors(text: string): string | undefined {
  const asked = [fixRequest, reportRequest].find((request) => text.startsWith(request));
  return asked === undefined ? undefined : text.slice(asked.length);
}

import { redactSecrets } from '@shipmate/domain/secrets';

const maxRead = 4_000;
const maxShown = 300;

/** Returns the beginning of a text for a log, without secrets of known formats. */
export function toLoggedText(text: string): string {
  const shown = redactSecrets(text.slice(0, maxRead)).slice(0, maxShown);
  return text.length > maxShown ? `${shown}… (${text.length} characters)` : shown;
}

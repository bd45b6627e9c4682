import type { ModelChoice, SessionResponse } from '@shipmate/protocol/web/session';
import { usePreference } from '../preference/use-preference.ts';

/** The model of the next answer: this browser's choice if it still exists, else the server's default. */
export function useModelChoice({ models, defaultModel }: SessionResponse): {
  model: ModelChoice | undefined;
  choose: (modelId: string) => void;
} {
  const [storedId, choose] = usePreference('model');
  const model = models.find(({ id }) => id === storedId) ?? models.find(({ id }) => id === defaultModel) ?? models[0];
  return { model, choose };
}

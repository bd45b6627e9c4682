import { chatRequestSchema, type ChatRequest } from '@shipmate/protocol/web/chat';
import { usePreference } from '../preference/use-preference.ts';

export type Persona = NonNullable<ChatRequest['persona']>;

/** The persona of answers in this browser. */
export function usePersonaChoice(): { readonly persona: Persona; readonly choose: (persona: string) => void } {
  const [stored, choose] = usePreference('persona');
  return { persona: chatRequestSchema.shape.persona.safeParse(stored).data ?? 'developer', choose };
}

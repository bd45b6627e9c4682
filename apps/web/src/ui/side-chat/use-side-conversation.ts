import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { usePreference } from '../preference/use-preference.ts';
import type { SideAgent } from './page-context.ts';

const sideConversationSchema = z.object({
  id: z.string(),
  agent: z.enum(['cluster', 'workflow', 'tables', 'diagram', 'plain']),
  /** False until its first message is sent. */
  isStored: z.boolean(),
});
type SideConversation = z.infer<typeof sideConversationSchema>;

/** The conversation beside the pages, which this browser continues after a reload. */
export function useSideConversation(agent: SideAgent) {
  const [stored, store] = usePreference('side-conversation');
  const set = (conversation: SideConversation) => store(JSON.stringify(conversation));
  const conversation = parseSideConversation(stored);
  return {
    conversation,
    /** Begins a conversation with the agent of the page. */
    begin: () => set({ id: uuidv7(), agent, isStored: false }),
    /** Notes that the conversation has a message. */
    keep: () => {
      if (conversation && !conversation.isStored) set({ ...conversation, isStored: true });
    },
  };
}

function parseSideConversation(stored: string | null): SideConversation | undefined {
  if (stored === null) return undefined;
  try {
    return sideConversationSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    // Another version of the app, or a person, wrote it; a new conversation begins.
    return undefined;
  }
}

import { useMatchRoute } from '@tanstack/react-router';
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isChord, sideChatChord } from '../keyboard/chord.ts';
import { useMediaQuery } from '../preference/use-media-query.ts';
import { usePreference } from '../preference/use-preference.ts';
import { type PageLinks, PageLinkProvider } from './page-link.ts';
import { usePaletteActions } from '../palette/palette-registry.tsx';
import type { QuestionDraft } from './side-chat.tsx';

const SideChat = lazy(async () => ({ default: (await import('./side-chat.tsx')).SideChat }));

/** Opens, focuses or closes the chat beside the page; undefined on pages that are a conversation themselves. */
interface SideChatControl {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Opens the chat with a draft of a question. */
  readonly draft: (question: string) => void;
}

const SideChatContext = createContext<SideChatControl | undefined>(undefined);

/** Returns the control of the chat beside the page; undefined on pages with a conversation of their own. */
export function useSideChat(): SideChatControl | undefined {
  return use(SideChatContext);
}

/** Shows the chat beside its children while it is open. A wide window reopens it after a reload. */
export function SideChatProvider({ children }: { readonly children: ReactNode }) {
  const matches = useMatchRoute();
  const hasOwnChat =
    matches({ to: '/workspace/$workspaceId' }) !== false ||
    matches({ to: '/cluster/conversations/$conversationId' }) !== false ||
    matches({ to: '/rules/conversations/$conversationId' }) !== false;
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [stored, store] = usePreference('side-chat');
  const [isOpened, setOpened] = useState(false);
  const [question, setQuestion] = useState<QuestionDraft>();
  const pageLink = useRef<PageLinks>({ shown: null, waiting: [] });
  const isOpen = !hasOwnChat && stored === 'open' && (isWide || isOpened);

  function close() {
    store(null);
    setOpened(false);
    document.getElementById(sideChatButtonId)?.focus();
  }

  function toggle() {
    const box = findMessageBox(hasOwnChat ? 'main' : '#side-chat');
    if (box && document.activeElement !== box) return box.focus();
    if (hasOwnChat) return;
    if (isOpen) return close();
    store('open');
    setOpened(true);
  }

  function draft(text: string) {
    store('open');
    setOpened(true);
    setQuestion({ text });
  }

  usePaletteActions([
    { id: 'side-chat', group: 'Shipmate', label: sideChatChord.label, hint: sideChatChord.hint, run: toggle },
  ]);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isChord(sideChatChord, event) || event.repeat) return;
    event.preventDefault();
    if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <SideChatContext value={hasOwnChat ? undefined : { isOpen, toggle, draft }}>
      <PageLinkProvider value={pageLink}>
        {children}
        {isOpen && (
          <Suspense>
            <SideChat takesFocus={isOpened} question={question} onClose={close} />
          </Suspense>
        )}
      </PageLinkProvider>
    </SideChatContext>
  );
}

/** Id of the button that opens the chat. */
export const sideChatButtonId = 'side-chat-button';

function findMessageBox(within: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${within} textarea[aria-label="Message"]`);
}

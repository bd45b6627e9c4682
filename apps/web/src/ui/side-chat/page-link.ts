import { createContext, type RefObject, use, useEffect, useEffectEvent } from 'react';
import type { ClientEvent, PageContext } from '../chat/use-conversation-chat.ts';

/** The part of a page that takes part in the chat beside it. */
export interface PageLink {
  /** Returns what the agent receives beyond the address and the title of the page. */
  readonly readContext: () => PageContext;
  /** Handles an event that a tool sends to the page; returns false for one that concerns another page. */
  readonly onClientEvent: (event: ClientEvent) => boolean;
}

const PageLinkContext = createContext<RefObject<PageLink | null> | undefined>(undefined);
export const PageLinkProvider = PageLinkContext.Provider;

/** Returns the link of the page on the screen, which the chat beside it reads at the time of a message or an event. */
export function useShownPageLink(): RefObject<PageLink | null> | undefined {
  return use(PageLinkContext);
}

/** Links the page to the chat beside it while the page is on the screen. */
export function usePageLink(link: PageLink): void {
  const shown = use(PageLinkContext);
  const readContext = useEffectEvent(link.readContext);
  const onClientEvent = useEffectEvent(link.onClientEvent);
  useEffect(() => {
    if (!shown) return;
    const own: PageLink = { readContext: () => readContext(), onClientEvent: (event) => onClientEvent(event) };
    shown.current = own;
    return () => {
      if (shown.current === own) shown.current = null;
    };
  }, [shown]);
}

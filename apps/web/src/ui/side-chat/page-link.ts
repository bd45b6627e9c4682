import { createContext, type RefObject, use, useEffect, useEffectEvent } from 'react';
import type { ClientEvent, PageContext } from '../chat/use-conversation-chat.ts';

/** The part of a page that takes part in the chat beside it. */
export interface PageLink {
  /** Returns what the agent receives beyond the address and the title of the page. */
  readonly readContext: () => PageContext;
  /** Handles an event that a tool sends to the page; returns false for one that concerns another page. */
  readonly onClientEvent: (event: ClientEvent) => boolean;
}

/** The page on the screen, and events for a page that is still loading. */
export interface PageLinks {
  readonly shown: PageLink | null;
  readonly waiting: readonly ClientEvent[];
}

/** The most events that wait for a page. */
const maxWaiting = 100;

/** Gives an event to the page on the screen; one that it does not take waits for the next page, with others of its answer. */
export function deliverEvent(links: RefObject<PageLinks>, event: ClientEvent): boolean {
  const { shown, waiting } = links.current;
  if (shown?.onClientEvent(event) === true) return true;
  const others = waiting.filter(({ answer }) => answer === event.answer);
  links.current = { shown, waiting: [...others, event].slice(-maxWaiting) };
  return false;
}

const PageLinkContext = createContext<RefObject<PageLinks> | undefined>(undefined);
export const PageLinkProvider = PageLinkContext.Provider;

/** Returns the link of the page on the screen, which the chat beside it reads at the time of a message or an event. */
export function useShownPageLink(): RefObject<PageLinks> | undefined {
  return use(PageLinkContext);
}

/** Links the page to the chat beside it while the page is on the screen. */
export function usePageLink(link: PageLink): void {
  const links = use(PageLinkContext);
  const readContext = useEffectEvent(link.readContext);
  const onClientEvent = useEffectEvent(link.onClientEvent);
  useEffect(() => {
    if (!links) return;
    const own: PageLink = { readContext: () => readContext(), onClientEvent: (event) => onClientEvent(event) };
    links.current = { shown: own, waiting: links.current.waiting.filter((event) => !own.onClientEvent(event)) };
    return () => {
      if (links.current.shown === own) links.current = { ...links.current, shown: null };
    };
  }, [links]);
}

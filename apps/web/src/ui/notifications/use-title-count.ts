import { useEffect } from 'react';
import { useInbox, useInboxItems } from '../api/inbox-query.ts';

const counted = /^\(\d+\+?\) /;

/** Shows the number of waiting items before the title of every page. */
export function useTitleCount(): void {
  const count = useInboxItems().length;
  const { hasNextPage } = useInbox();
  useEffect(() => {
    const title = document.querySelector('title');
    if (!title) return;
    function show() {
      const plain = document.title.replace(counted, '');
      const next = count > 0 ? `(${count}${hasNextPage ? '+' : ''}) ${plain}` : plain;
      if (next !== document.title) document.title = next;
    }
    show();
    // Each page sets its own title.
    const observer = new MutationObserver(show);
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [count, hasNextPage]);
}

import type { ComponentProps, MouseEvent } from 'react';
import { navigate } from './navigate.ts';

/** An anchor that stays inside the app; a click with a modifier key still opens a tab. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const wantsBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || wantsBrowser) return;
    event.preventDefault();
    navigate(href);
  }
  return <a href={href} onClick={follow} {...rest} />;
}

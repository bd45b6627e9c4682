import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/**
 * The heading of a page: sets the document title, and takes the focus when no element has it or the navigation has it, as after
 * a link to the page was followed.
 */
export function PageHeading({ children, className }: { children: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = children === 'Shipmate' ? children : `${children} · Shipmate`;
  }, [children]);
  useEffect(() => {
    const active = document.activeElement;
    if (active === document.body || active?.closest('[data-navigation]')) heading.current?.focus();
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={classNames('outline-none', className)}>
      {children}
    </h1>
  );
}

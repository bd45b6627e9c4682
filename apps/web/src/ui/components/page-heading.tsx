import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/**
 * The heading of a page: sets the document title, and takes the focus when no element has it, as after a navigation.
 */
export function PageHeading({ children, className }: { children: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = children === 'Shipmate' ? children : `${children} · Shipmate`;
  }, [children]);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} className={classNames('outline-none', className)}>
      {children}
    </h1>
  );
}

import { DropdownMenu } from 'radix-ui';
import { type ReactElement, type ReactNode, useRef } from 'react';

/** The button of a menu that opens when it is shown. */
export interface DropdownProps {
  readonly trigger: ReactElement;
  /** True when a key opened it, so that its first entry has the focus. */
  readonly isByKeyboard: boolean;
}

interface DropdownContentProps extends DropdownProps {
  readonly align: 'start' | 'end';
  readonly className: string;
  readonly children: ReactNode;
}

/** A button with its menu, which is open at first. */
export function Dropdown({ trigger, isByKeyboard, align, className, children }: DropdownContentProps) {
  const isFirstEntryDue = useRef(isByKeyboard);
  function focusFirstEntry(content: HTMLElement | null) {
    if (!content || !isFirstEntryDue.current) return;
    isFirstEntryDue.current = false;
    content.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus({ preventScroll: true });
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={focusFirstEntry}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={className}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

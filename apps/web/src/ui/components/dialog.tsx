import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog; Escape and the backdrop close it, and the focus goes back to where it was. */
export function Dialog({ isOpen, onClose, title, description, isWide = false, children }: DialogProps) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={classNames(
            'border-line bg-surface fixed top-1/2 left-1/2 z-50 max-h-[85dvh] -translate-1/2 space-y-4 overflow-y-auto rounded-xl border p-5 shadow-xl outline-none',
            isWide ? 'w-[min(36rem,calc(100vw-2rem))]' : 'w-[min(26rem,calc(100vw-2rem))]',
          )}
        >
          <div className="flex items-center justify-between">
            <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
            <IconButton label="Close" onClick={onClose} className="-mr-2">
              <X />
            </IconButton>
          </div>
          {description !== undefined && (
            <Primitive.Description className="text-muted leading-relaxed">{description}</Primitive.Description>
          )}
          {children}
        </Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** What is in the dialog; it is made when the dialog opens, before a field of it takes the focus. */
function Content(props: ComponentProps<typeof Primitive.Content>) {
  const [opener] = useState(findOpener);

  /** Focuses the dialog rather than its first button, so that its title is read and nothing is a key press away. */
  function takeFocus(event: Event) {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
  }
  /** Without a trigger of its own, Radix knows no place to give the focus back to. What the dialog led to may have it by now. */
  function giveFocusBack(event: Event) {
    event.preventDefault();
    if (isFocusLost()) opener?.focus();
  }

  return <Primitive.Content onOpenAutoFocus={takeFocus} onCloseAutoFocus={giveFocusBack} {...props} />;
}

/** What has the focus; for a menu, which goes when something of it is chosen, what it is about. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const labelId = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = labelId == null ? activeElement : document.getElementById(labelId);
  return opener instanceof HTMLElement ? opener : null;
}

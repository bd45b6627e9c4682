import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

/** Properties of a dialog. */
export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The modal dialog on the screen. */
export function DialogSurface({ isOpen, onClose, title, description, isWide = false, children }: DialogProps) {
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

/** The content of the dialog; mounted when the dialog opens, before one of its fields takes the focus. */
function Content(props: ComponentProps<typeof Primitive.Content>) {
  const [opener] = useState(findOpener);

  /**
   * Focuses the dialog rather than its first button, so that its title is announced and no action is one key press
   * away.
   */
  function takeFocus(event: Event) {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
  }
  /** Without a trigger, Radix does not know the opener. Another element may already have taken the focus. */
  function giveFocusBack(event: Event) {
    event.preventDefault();
    if (isFocusLost()) opener?.focus();
  }

  return <Primitive.Content onOpenAutoFocus={takeFocus} onCloseAutoFocus={giveFocusBack} {...props} />;
}

/** Returns the focused element; for a menu, which closes when an item is chosen, its trigger. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const labelId = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = labelId == null ? activeElement : document.getElementById(labelId);
  return opener instanceof HTMLElement ? opener : null;
}

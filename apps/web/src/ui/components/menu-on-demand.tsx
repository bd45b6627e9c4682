import { type ComponentProps, type ComponentType, type ReactElement, Suspense } from 'react';
import type { DropdownProps } from './dropdown.tsx';
import { useOnDemand } from './use-on-demand.ts';

interface MenuOnDemandProps<Options extends object> {
  /** The menu with its button, open at first; loaded when a person points at the button or focuses it. */
  readonly menu: ComponentType<Options & DropdownProps> & {
    readonly preload?: (() => Promise<void> | undefined) | undefined;
  };
  readonly options: Options;
  /** Returns the button of the menu. */
  readonly button: (props: ComponentProps<'button'>) => ReactElement;
}

/** The button of a menu, and the menu once it was opened. */
export function MenuOnDemand<Options extends object>({ menu: Menu, options, button }: MenuOnDemandProps<Options>) {
  const { openedBy, buttonProps } = useOnDemand({ load: () => void Menu.preload?.(), keys: ['ArrowDown'] });
  const closed = button({ ...buttonProps, 'aria-haspopup': 'menu' });
  if (!openedBy) return <Suspense>{closed}</Suspense>;
  return (
    <Suspense fallback={closed}>
      <Menu {...options} trigger={button({})} isByKeyboard={openedBy === 'keyboard'} />
    </Suspense>
  );
}

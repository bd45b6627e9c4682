import { type KeyboardEvent, type MouseEvent, startTransition, useState } from 'react';

interface OnDemandOptions {
  /** Begins to load the code; called when a person is about to use the control. */
  readonly load: () => unknown;
  /** Keys that open the control besides Enter and Space. */
  readonly keys: readonly string[];
}

/** The state of a control whose code is loaded when a person points at its button or focuses it. */
export function useOnDemand({ load, keys }: OnDemandOptions) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard'>();
  // The button stays, with its focus, until the code is loaded.
  const open = (by: 'pointer' | 'keyboard') => startTransition(() => setOpenedBy(by));
  return {
    /** Undefined until the control is opened for the first time. */
    openedBy,
    /** Properties of the button until then. */
    buttonProps: {
      'aria-expanded': false,
      onPointerEnter: load,
      onFocus: load,
      // The click of a key has no count.
      onClick: ({ detail }: MouseEvent) => open(detail === 0 ? 'keyboard' : 'pointer'),
      onKeyDown: (event: KeyboardEvent) => {
        if (!keys.includes(event.key)) return;
        event.preventDefault();
        open('keyboard');
      },
    },
  };
}

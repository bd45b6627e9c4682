import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';

const TokensDialog = lazy(async () => ({ default: (await import('./tokens-dialog.tsx')).TokensDialog }));

/** Opens the dialog about tokens for programs. */
export function TokensButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="API tokens" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <KeyRound />
      </IconButton>
      <Suspense>{isOpen && <TokensDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

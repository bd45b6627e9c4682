import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { usePaletteActions } from '../palette/palette-registry.tsx';

const TokensDialog = lazy(async () => ({ default: (await import('./tokens-dialog.tsx')).TokensDialog }));

/** Opens the dialog for API tokens. */
export function TokensButton({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  usePaletteActions([
    { id: 'tokens', group: 'Shipmate', label: 'API tokens…', keywords: ['keys', 'access'], run: () => setOpen(true) },
  ]);
  return (
    <>
      <IconButton label="API tokens" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        <KeyRound />
      </IconButton>
      <Suspense>{isOpen && <TokensDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

import { useCreateToken } from '../api/tokens.ts';
import { Dialog } from '../components/dialog.tsx';
import { CreateTokenForm } from './create-token-form.tsx';
import { NewToken } from './new-token.tsx';
import { TokenList } from './token-list.tsx';

/** Creates, lists and revokes the tokens with which API clients call tools. */
export function TokensDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateToken();
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="API tokens"
      description="With a token, programs call Shipmate’s tools on your behalf."
    >
      {create.data ? (
        <NewToken {...create.data} onDone={() => create.reset()} />
      ) : (
        <CreateTokenForm
          isCreating={create.isPending}
          error={create.error}
          onCreate={(token) => create.mutate(token)}
        />
      )}
      <TokenList />
    </Dialog>
  );
}

import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';

/** A question to a person with unsaved edits, and the action that waits for the answer. */
export interface EditQuestion {
  readonly kind: 'discard' | 'leave';
  readonly proceed?: () => void;
}

export interface EditDialogsProps {
  readonly question: EditQuestion | undefined;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

/** Confirms before unsaved edits are discarded or left. */
export function EditDialogs({ question, onClose, onDiscard }: EditDialogsProps) {
  const isLeaving = question?.kind === 'leave';
  function proceed() {
    onClose();
    if (!isLeaving) onDiscard();
    question?.proceed?.();
  }
  return (
    <Dialog
      isOpen={question !== undefined}
      onClose={onClose}
      title={isLeaving ? 'Leave with unsaved edits?' : 'Discard your edits?'}
      description={
        isLeaving
          ? 'This browser keeps them, and offers them again when you open the file.'
          : 'Your edits are discarded. This cannot be undone.'
      }
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep editing</Button>
        <Button variant={isLeaving ? 'primary' : 'danger'} onClick={proceed}>
          {isLeaving ? 'Leave' : 'Discard edits'}
        </Button>
      </div>
    </Dialog>
  );
}

import type { ProjectResponse } from '@shipmate/protocol/web/projects';
import { useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { SelectField } from '../components/select-field.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { isFocusLost } from '../keyboard/is-focus-lost.ts';
import { useAddMember, useRemoveMember } from './project-queries.ts';

type Person = ProjectResponse['members'][number];

interface MembersProps extends Pick<ProjectResponse, 'members' | 'others'> {
  readonly projectId: string;
}

/** The people who see the project. */
export function Members({ projectId, members, others }: MembersProps) {
  const [opened, setOpened] = useState<Person | 'add'>();
  const close = () => setOpened(undefined);
  const removed = opened === 'add' ? undefined : opened;
  const heading = useRef<HTMLHeadingElement>(null);
  const hasRemoved = useRef(false);
  useEffect(() => {
    if (opened !== undefined || !hasRemoved.current) return;
    hasRemoved.current = false;
    // The button that opened the dialog is gone.
    if (isFocusLost()) heading.current?.focus();
  }, [opened]);
  return (
    <section aria-labelledby="members" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 ref={heading} tabIndex={-1} id="members" className="mr-auto font-semibold outline-none">
          Members
        </h2>
        {others.length > 0 && (
          <Button icon={<UserPlus aria-hidden />} onClick={() => setOpened('add')}>
            Add member
          </Button>
        )}
      </div>
      <FramedList aria-label="Members">
        {members.map((person) => (
          <li key={person.userId} className="flex flex-wrap items-center gap-2 px-4 py-2 text-xs">
            <span className="mr-auto min-w-0 wrap-anywhere">
              {person.name} {person.email !== null && <span className="text-muted">{person.email}</span>}
            </span>
            <Button aria-label={`Remove ${toLabel(person)}`} onClick={() => setOpened(person)}>
              Remove
            </Button>
          </li>
        ))}
      </FramedList>
      <Dialog isOpen={opened === 'add'} onClose={close} title="Add member">
        <AddMember {...{ projectId, others }} onAdded={close} />
      </Dialog>
      <Dialog
        isOpen={removed !== undefined}
        onClose={close}
        title="Remove member"
        description={`“${removed ? toLabel(removed) : ''}” will no longer see the project and its channels. Messages that were sent stay.`}
      >
        {removed && (
          <RemoveMember
            projectId={projectId}
            userId={removed.userId}
            onClose={close}
            onRemoved={() => {
              hasRemoved.current = true;
              close();
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

interface AddMemberProps extends Pick<MembersProps, 'projectId' | 'others'> {
  readonly onAdded: () => void;
}

function AddMember({ projectId, others, onAdded }: AddMemberProps) {
  const add = useAddMember(projectId);
  const [chosen, setChosen] = useState(others[0]?.userId ?? '');
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) add.mutate(chosen, { onSuccess: onAdded });
      }}
    >
      <SelectField
        label="Person"
        value={chosen}
        options={others.map((person) => [person.userId, toLabel(person)] as const)}
        onChange={setChosen}
      />
      {add.error && <StatedError error={add.error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          Add member
        </Button>
      </div>
    </form>
  );
}

interface RemoveMemberProps extends Pick<MembersProps, 'projectId'> {
  readonly userId: string;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Confirms the removal of a member; a person who removes themselves leaves the page. */
function RemoveMember({ projectId, userId, onClose, onRemoved }: RemoveMemberProps) {
  const { user } = useSignedInSession();
  const isOneself = userId === user.id;
  const remove = useRemoveMember(projectId, isOneself);
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/projects' });
  return (
    <>
      {remove.error && <StatedError error={remove.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep</Button>
        <Button
          variant="danger"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(userId, { onSuccess: isOneself ? leave : onRemoved })}
        >
          Remove member
        </Button>
      </div>
    </>
  );
}

/** Returns the words for a person, which tell people of one name apart. */
function toLabel({ name, email }: Person): string {
  return email === null ? name : `${name} (${email})`;
}

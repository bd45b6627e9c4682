import { isUpload } from '@shipmate/domain/repository';
import type { RepositoryListResponse, RepositoryView } from '@shipmate/protocol/web/repositories';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/select-field.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { TextField } from '../components/text-field.tsx';
import { Link } from '../router/link.tsx';
import { useSaveRepository, useUploadRepository } from './repository-queries.ts';

interface RepositoryFormProps {
  /** The repository to change; a new one when undefined. */
  readonly repository?: RepositoryView;
  readonly projects: RepositoryListResponse['projects'];
  readonly onSaved: () => void;
}

const emptyRepository = { name: '', defaultBranch: null, projectId: null, hasToken: false };

/** Returns the kind of a repository's source; it is known once an address or an archive is entered. */
function toSource(
  repository: RepositoryView | undefined,
  { place, archive }: { readonly place: string; readonly archive: File | undefined },
) {
  if (repository) return { isLocal: repository.localPath !== null, isUploaded: isUpload(repository), isKnown: true };
  const isUploaded = archive !== undefined;
  return { isLocal: place.startsWith('/'), isUploaded, isKnown: isUploaded || place !== '' };
}

/** Adds a repository or changes its settings. Its address and its token are not shown again. */
export function RepositoryForm({ repository, projects, onSaved }: RepositoryFormProps) {
  const save = useSaveRepository(repository?.id);
  const upload = useUploadRepository();
  const { hasToken, ...stored } = repository ?? emptyRepository;
  const [name, setName] = useState(stored.name);
  const [place, setPlace] = useState('');
  const [archive, setArchive] = useState<File>();
  const [branch, setBranch] = useState(stored.defaultBranch ?? '');
  const [token, setToken] = useState('');
  const [projectId, setProjectId] = useState(stored.projectId ?? '');
  const { isLocal, isUploaded, isKnown } = toSource(repository, { place: place.trim(), archive });
  const isComplete = name.trim() !== '' && isKnown;
  const { error, isPending: isSaving } = archive ? upload : save;

  function submit() {
    if (archive) {
      upload.mutate({ archive, name, projectId: projectId || undefined }, { onSuccess: onSaved });
      return;
    }
    const where = isLocal ? { localPath: place.trim() } : { remoteUrl: place.trim() };
    const settings = { name, defaultBranch: branch.trim() || null, projectId: projectId || null };
    save.mutate(
      { ...settings, ...(token !== '' && { token }), ...(repository === undefined && where) },
      { onSuccess: onSaved },
    );
  }

  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !isSaving) submit();
      }}
    >
      <TextField
        label="Name"
        required
        value={name}
        maxLength={100}
        placeholder="shop"
        onChange={(event) => setName(event.target.value)}
      />
      {repository === undefined && (
        <SourceFields place={place} archive={archive} onPlace={setPlace} onArchive={setArchive} />
      )}
      {!isUploaded && (
        <TextField
          label="Branch"
          value={branch}
          maxLength={200}
          placeholder="The default branch"
          hint="Jobs begin on it."
          onChange={(event) => setBranch(event.target.value)}
        />
      )}
      {!isLocal && !isUploaded && <TokenField hasToken={hasToken} value={token} onChange={setToken} />}
      <ProjectField projects={projects} value={projectId} onChange={setProjectId} />
      {error && <StatedError error={error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!isComplete} isBusy={isSaving}>
          {repository === undefined ? 'Add repository' : 'Save changes'}
        </Button>
      </div>
    </form>
  );
}

interface SourceFieldsProps {
  readonly place: string;
  readonly archive: File | undefined;
  readonly onPlace: (place: string) => void;
  readonly onArchive: (archive: File | undefined) => void;
}

/** The source of a new repository: an address, or an archive in its place. */
function SourceFields({ place, archive, onPlace, onArchive }: SourceFieldsProps) {
  return (
    <>
      {!archive && (
        <TextField
          label="Address"
          required
          value={place}
          maxLength={2_000}
          placeholder="https://github.com/acme/shop.git"
          hint="https:// or ssh://, without credentials; or a folder of this machine under REPOSITORY_ROOTS."
          onChange={(event) => onPlace(event.target.value)}
        />
      )}
      {place.trim() === '' && (
        <TextField
          label="Archive"
          type="file"
          accept=".zip,.tgz,.gz,.tar"
          hint="A .zip, .tgz or .tar in place of an address. Its code map is drawn; jobs need an address."
          onChange={(event) => onArchive(event.target.files?.[0])}
        />
      )}
    </>
  );
}

interface ProjectFieldProps extends Pick<RepositoryFormProps, 'projects'> {
  readonly value: string;
  readonly onChange: (projectId: string) => void;
}

/** The project whose channels receive the messages of agents. */
function ProjectField({ projects, value, onChange }: ProjectFieldProps) {
  if (projects.length === 0) {
    return (
      <p className="text-muted text-xs">
        Agents send messages to the channels of a repository’s project.{' '}
        <Link to="/projects" className="text-accent underline underline-offset-2">
          Create a project
        </Link>
      </p>
    );
  }
  return (
    <SelectField
      label="Project"
      value={value}
      options={[['', 'None'], ...projects.map(({ id, name }) => [id, name] as const)]}
      onChange={onChange}
    />
  );
}

interface TokenFieldProps {
  readonly hasToken: boolean;
  readonly value: string;
  readonly onChange: (token: string) => void;
}

/** The token of a private repository. */
function TokenField({ hasToken, value, onChange }: TokenFieldProps) {
  return (
    <TextField
      label="Token"
      type="password"
      value={value}
      maxLength={4_000}
      placeholder={hasToken ? 'Stored; enter another one to replace it' : 'Only for private repositories'}
      hint="It is stored encrypted and never shown again."
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

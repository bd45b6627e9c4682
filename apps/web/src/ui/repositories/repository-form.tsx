import { isUpload } from '@shipmate/domain/repository';
import type { RepositoryListResponse, RepositoryView } from '@shipmate/protocol/web/repositories';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { useSaveRepository, useUploadRepository } from './repository-queries.ts';

interface RepositoryFormProps {
  /** The repository to change; a new one when undefined. */
  readonly repository?: RepositoryView;
  readonly projects: RepositoryListResponse['projects'];
  readonly onSaved: () => void;
}

const emptyRepository = { name: '', defaultBranch: null, projectId: null, hasToken: false, localPath: null, remoteUrl: '' };

/** Adds a repository or changes its settings. Its address and its token are not shown again. */
export function RepositoryForm({ repository, projects, onSaved }: RepositoryFormProps) {
  const save = useSaveRepository(repository?.id);
  const upload = useUploadRepository();
  const { hasToken, localPath, remoteUrl, ...stored } = repository ?? emptyRepository;
  const [name, setName] = useState(stored.name);
  const [place, setPlace] = useState('');
  const [archive, setArchive] = useState<File>();
  const [branch, setBranch] = useState(stored.defaultBranch ?? '');
  const [token, setToken] = useState('');
  const [projectId, setProjectId] = useState(stored.projectId ?? '');
  const isLocal = localPath !== null || place.trim().startsWith('/');
  const isUploaded = archive !== undefined || isUpload({ remoteUrl, localPath });
  const isComplete = name.trim() !== '' && (repository !== undefined || isUploaded || place.trim() !== '');
  const { error } = archive ? upload : save;

  function submit() {
    if (archive) {
      upload.mutate({ archive, name, projectId: projectId || undefined }, { onSuccess: onSaved });
      return;
    }
    const where = isLocal ? { localPath: place.trim() } : { remoteUrl: place.trim() };
    save.mutate(
      {
        name,
        defaultBranch: branch.trim() || null,
        projectId: projectId || null,
        ...(token !== '' && { token }),
        ...(repository === undefined && where),
      },
      { onSuccess: onSaved },
    );
  }

  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !save.isPending && !upload.isPending) submit();
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
      {repository === undefined && !archive && (
        <TextField
          label="Address"
          required
          value={place}
          maxLength={2_000}
          placeholder="https://github.com/acme/shop.git"
          hint="https:// or ssh://, without credentials; or a folder of this machine under REPOSITORY_ROOTS."
          onChange={(event) => setPlace(event.target.value)}
        />
      )}
      {repository === undefined && place.trim() === '' && (
        <TextField
          label="Archive"
          type="file"
          accept=".zip,.tgz,.gz,.tar"
          hint="A .zip, .tgz or .tar in place of an address. Its code map is drawn; jobs need an address."
          onChange={(event) => setArchive(event.target.files?.[0])}
        />
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
      {projects.length > 0 && (
        <SelectField
          label="Project"
          value={projectId}
          options={[['', 'None'], ...projects.map(({ id, name: project }) => [id, project] as const)]}
          onChange={setProjectId}
        />
      )}
      {error && <ErrorBanner error={error} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={!isComplete} isBusy={save.isPending || upload.isPending}>
          {repository === undefined ? 'Add repository' : 'Save changes'}
        </Button>
      </div>
    </form>
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

import type { CreateFromManifestsResponse } from '@shipmate/protocol/web/create';
import { useNavigate } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useCreateFromManifests } from '../api/create.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { TextField } from '../components/text-field.tsx';
import { workspaceAddress } from '../router/addresses.ts';

interface ManifestFile {
  readonly name: string;
  readonly content: string;
}

/** The prompt that asks an agent to tidy up the converted chart. */
const tidyPrompt =
  'This chart was converted from plain manifests. Tidy it up: group and comment values.yaml, and remove repetition. ' +
  'The rendered objects must stay the same.';

/** Creates a chart from pasted or chosen manifests. */
export function ManifestsDialog({ onClose }: { readonly onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<readonly ManifestFile[]>([]);
  const [name, setName] = useState('');
  const [isTidied, setTidied] = useState(false);
  const create = useCreateFromManifests();
  const files = [...chosen, ...(pasted.trim() === '' ? [] : [{ name: 'pasted', content: pasted }])];

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const given = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    setChosen(await Promise.all(given.map(async (file) => ({ name: file.name, content: await file.text() }))));
  }

  function submit() {
    create.mutate({
      files,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(isTidied ? { prompt: tidyPrompt } : {}),
    });
  }

  if (create.data) return <ManifestsResult made={create.data} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Convert manifests"
      description="One template for each object; images, replicas, resources, ports, hosts and variables become values. Contents of Secrets are not imported."
    >
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (files.length > 0 && !create.isPending) submit();
        }}
      >
        <label className="flex flex-col gap-1 text-xs font-medium">
          YAML
          <textarea
            autoFocus
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
            rows={10}
            spellCheck={false}
            placeholder={'apiVersion: apps/v1\nkind: Deployment\n…'}
            className="border-edge bg-surface placeholder:text-muted resize-y rounded-md border p-2 font-mono text-base font-normal sm:text-xs"
          />
        </label>
        <div className="flex flex-wrap items-center gap-2 text-xs">
          <input
            ref={input}
            type="file"
            multiple
            accept=".yaml,.yml,.json"
            aria-label="Manifests"
            hidden
            onChange={(event) => void choose(event)}
          />
          <Button icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
            Choose files
          </Button>
          <span role="status" className="text-muted min-w-0 truncate">
            {chosen.map((file) => file.name).join(', ')}
          </span>
        </div>
        <TextField
          label="Name of the chart"
          placeholder="After the first workload"
          maxLength={53}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <label className="flex items-center gap-2 text-xs">
          <input type="checkbox" checked={isTidied} onChange={(event) => setTidied(event.target.checked)} />
          Then ask the agent to tidy it up
        </label>
        {create.error && <StatedError error={create.error} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={files.length === 0} isBusy={create.isPending}>
            Create chart
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ManifestsResultProps {
  readonly made: CreateFromManifestsResponse;
  readonly onClose: () => void;
}

/** The notes of a conversion, shown before its chart is opened; without notes the chart is opened at once. */
function ManifestsResult({ made: { workspaceId, left, notes }, onClose }: ManifestsResultProps) {
  const navigate = useNavigate();
  const isSilent = left.length === 0 && notes.length === 0;
  useEffect(() => {
    if (isSilent) void navigate(workspaceAddress(workspaceId));
  }, [isSilent, workspaceId]);
  if (isSilent) return null;
  return (
    <Dialog isOpen isWide onClose={onClose} title="Chart created" description="Read this before you use it:">
      <Remarks title="Not converted" remarks={left} />
      <Remarks title="Notes" remarks={notes} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={() => void navigate(workspaceAddress(workspaceId))}>
          Open the chart
        </Button>
      </div>
    </Dialog>
  );
}

function Remarks({
  title,
  remarks,
}: {
  readonly title: string;
  readonly remarks: CreateFromManifestsResponse['left'];
}) {
  if (remarks.length === 0) return null;
  return (
    <section aria-label={title} className="space-y-1">
      <h3 className="text-xs font-medium">{title}</h3>
      <ul
        // Focusable, so that a long list can be scrolled with the keyboard.
        tabIndex={0}
        aria-label={title}
        className="border-line divide-line max-h-48 divide-y overflow-y-auto rounded-lg border text-xs"
      >
        {remarks.map(({ source, message }) => (
          <li key={`${source} ${message}`} className="px-3 py-2">
            <span className="block font-mono wrap-anywhere">{source}</span>
            <span className="text-muted block wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

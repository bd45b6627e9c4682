import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type { CatalogChartView } from '@shipmate/protocol/web/create';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useChartSearch } from '../api/create.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { TextField } from '../components/text-field.tsx';
import { CatalogResults } from './catalog-results.tsx';
import { CatalogVersion } from './catalog-version.tsx';

export interface CatalogDialogProps {
  readonly onImported: (imported: ImportArchiveResponse) => void;
  readonly onClose: () => void;
}

/** Searches ArtifactHub for a chart and imports a version of it. */
export function CatalogDialog({ onImported, onClose }: CatalogDialogProps) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState<CatalogChartView>();
  const search = useChartSearch(asked);

  function ask() {
    setChosen(undefined);
    if (text.trim() === asked) void search.refetch();
    else setAsked(text.trim());
  }

  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Start from ArtifactHub"
      description="The chart is copied into a new workspace; its dependencies are fetched when it is rendered."
    >
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') ask();
        }}
      >
        <TextField
          autoFocus
          label="Chart"
          placeholder="redis"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="flex-1"
        />
        <Button type="submit" variant="primary" icon={<Search aria-hidden />} isBusy={search.isFetching}>
          Search
        </Button>
      </form>
      {search.error && !search.isFetching && <StatedError error={search.error} onRetry={() => void search.refetch()} />}
      {chosen ? (
        <CatalogVersion chart={chosen} onImported={onImported} onBack={() => setChosen(undefined)} />
      ) : (
        search.data && <CatalogResults charts={search.data} asked={asked} onChoose={setChosen} />
      )}
    </Dialog>
  );
}

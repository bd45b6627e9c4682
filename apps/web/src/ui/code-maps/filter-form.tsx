import type { DiagramFilters } from '@shipmate/domain/code-map';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/text-field.tsx';
import { toDepth, toPatterns } from './filter-values.ts';

interface FilterFormProps {
  readonly filters: DiagramFilters;
  /** Languages to choose from. */
  readonly languages: readonly string[];
  readonly onApply: (filters: DiagramFilters | undefined) => void;
}

/** The filters of a diagram: paths, languages and depth. */
export function FilterForm({ filters, languages, onApply }: FilterFormProps) {
  const [paths, setPaths] = useState((filters.pathPatterns ?? []).join(', '));
  const [excluded, setExcluded] = useState((filters.excludePaths ?? []).join(', '));
  const [chosen, setChosen] = useState<readonly string[]>(filters.languages ?? []);
  const [least, setLeast] = useState(String(filters.minDepth ?? ''));
  const [most, setMost] = useState(String(filters.maxDepth ?? ''));

  function apply() {
    const next: DiagramFilters = {
      ...toPatterns('pathPatterns', paths),
      ...toPatterns('excludePaths', excluded),
      ...(chosen.length > 0 && { languages: chosen }),
      ...toDepth('minDepth', least),
      ...toDepth('maxDepth', most),
    };
    onApply(Object.keys(next).length === 0 ? undefined : next);
  }
  return (
    <form
      aria-label="Filters"
      className="border-line bg-surface max-h-[50dvh] overflow-y-auto border-b px-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <TextField
          label="Paths"
          placeholder="src/**, apps/*/src/**"
          maxLength={2_000}
          value={paths}
          onChange={(event) => setPaths(event.target.value)}
          className="min-w-40 flex-1"
        />
        <TextField
          label="Without"
          placeholder="**/*.test.ts"
          maxLength={2_000}
          value={excluded}
          onChange={(event) => setExcluded(event.target.value)}
          className="min-w-40 flex-1"
        />
        <TextField
          label="Depth from"
          inputMode="numeric"
          pattern="\d{0,2}"
          value={least}
          onChange={(event) => setLeast(event.target.value)}
          className="w-20"
        />
        <TextField
          label="Depth to"
          inputMode="numeric"
          pattern="\d{0,2}"
          value={most}
          onChange={(event) => setMost(event.target.value)}
          className="w-20"
        />
      </div>
      {languages.length > 0 && (
        <fieldset className="mt-2 text-xs">
          <legend className="font-medium">Languages</legend>
          <div className="flex flex-wrap gap-x-3">
            {languages.map((language) => (
              <label key={language} className="flex min-h-7 items-center gap-1.5">
                <input
                  type="checkbox"
                  checked={chosen.includes(language)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, language] : chosen.filter((each) => each !== language))
                  }
                />
                {language}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="mt-2 flex gap-2">
        <Button type="submit" variant="primary">
          Apply filters
        </Button>
        <Button onClick={() => onApply(undefined)}>Clear filters</Button>
      </div>
    </form>
  );
}

import { SmallSelect } from '../components/small-select.tsx';
import { useRepositories } from './repository-queries.ts';

interface RepositoryChoiceProps {
  /** The first repository when undefined. */
  readonly value: string | undefined;
  readonly onChoose: (repositoryId: string) => void;
}

/** The repository of a task that Home starts. */
export function RepositoryChoice({ value, onChoose }: RepositoryChoiceProps) {
  const { repositories = [] } = useRepositories().data ?? {};
  const [first] = repositories;
  if (!first) return null;
  return (
    <SmallSelect
      label="Repository"
      value={value ?? first.id}
      options={repositories.map(({ id, name }) => [id, name] as const)}
      onChange={onChoose}
    />
  );
}

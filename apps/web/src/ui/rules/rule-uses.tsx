import type { EntityView } from '@shipmate/protocol/web/entities';
import { ruleUsesResponseSchema, type RuleUsesResponse } from '@shipmate/protocol/web/rule-replay';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '../api/request.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { SelectField } from '../components/select-field.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ruleAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { useRuleVocabulary } from './editor/editor-queries.ts';
import { rulesKey } from './rule-queries.ts';
import { toTypeWords } from './rule-words.ts';
import { useEntities } from './table-queries.ts';

const subjectWords = { entity: 'Table', user: 'Member', action_type: 'Action type' } as const;
const subjects = Object.keys(subjectWords) as (keyof typeof subjectWords)[];

/** Finds the places of rules that name a table, a field, a member or an action type. */
export function RuleUses() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-xs" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-accent w-fit underline underline-offset-2">Find uses in rules</summary>
      {isOpen && <UsesSearch />}
    </details>
  );
}

function UsesSearch() {
  const [subject, setSubject] = useState<keyof typeof subjectWords>('entity');
  const [name, setName] = useState('');
  const [field, setField] = useState('');
  const vocabulary = useRuleVocabulary();
  const entities = useEntities();
  const fields = findFields(entities.data, name);
  const names = {
    entity: entities.data?.map((entity) => [entity.name, entity.name] as const),
    user: vocabulary.data?.members.map((member) => [member.id, member.name] as const),
    action_type: vocabulary.data?.actionTypes.map(({ type }) => [type, toTypeWords(type)] as const),
  }[subject];
  const choose = (next: string) => {
    setName(next);
    setField('');
  };
  const error = vocabulary.error ?? entities.error;
  return (
    <div role="search" aria-label="Uses in rules" className="mt-2 space-y-3">
      <div className="flex flex-wrap gap-3 *:basis-40">
        <SelectField
          label="Uses of"
          value={subject}
          options={subjects.map((each) => [each, subjectWords[each]])}
          onChange={(next) => {
            setSubject(subjects.find((each) => each === next) ?? 'entity');
            choose('');
          }}
        />
        <SelectField
          label={subjectWords[subject]}
          value={name}
          options={[['', 'Select…'], ...(names ?? [])]}
          onChange={choose}
        />
        {fields.length > 0 && (
          <SelectField
            label="Field"
            value={field}
            options={[['', 'Any field'], ...fields.map((each) => [each.name, each.name] as const)]}
            onChange={setField}
          />
        )}
      </div>
      {error && <ErrorBanner error={error} />}
      <Uses query={name === '' ? undefined : { [subject]: name, ...(field !== '' && { field }) }} />
    </div>
  );
}

/** The fields of the table with a name; none for a name of another subject. */
function findFields(entities: readonly EntityView[] | undefined, name: string): EntityView['fields'] {
  return entities?.find((entity) => entity.name === name)?.fields ?? [];
}

/** The uses that a query finds; nothing without a query. */
function Uses({ query: search }: { readonly query: Readonly<Record<string, string>> | undefined }) {
  const text = new URLSearchParams(search).toString();
  const query = useQuery({
    queryKey: [...rulesKey, 'uses', text],
    queryFn: search
      ? ({ signal }) => requestJson(`/api/rules/uses?${text}`, { schema: ruleUsesResponseSchema, signal })
      : skipToken,
    select: ({ uses }) => uses,
  });
  return (
    <>
      {query.error && <ErrorBanner error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Waiting>Searching the rules…</Waiting>}
      <p role="status" className="empty:hidden">
        {query.data && describeCount(query.data)}
      </p>
      <FramedList aria-label="Uses">
        {query.data?.map(({ ruleId, ruleName, isActive, action, path }) => (
          <li key={`${ruleId} ${path}`} className="space-y-1 px-4 py-2.5">
            <p className="flex flex-wrap gap-x-4">
              <Link {...ruleAddress(ruleId)} className="text-accent underline underline-offset-2 wrap-anywhere">
                {ruleName}
              </Link>
              <span className="text-muted">{isActive ? 'Enabled' : 'Disabled'}</span>
              {action && <span className="wrap-anywhere">Action “{action.name}”</span>}
            </p>
            <p className="font-mono wrap-anywhere">{path}</p>
          </li>
        ))}
      </FramedList>
    </>
  );
}

function describeCount(uses: RuleUsesResponse['uses']): string {
  if (uses.length === 0) return 'No rule uses it.';
  const rules = new Set(uses.map(({ ruleId }) => ruleId)).size;
  return `${uses.length === 1 ? '1 use' : `${uses.length} uses`} in ${rules === 1 ? '1 rule' : `${rules} rules`}.`;
}

import type { RuleEditorResponse } from '@shipmate/protocol/web/rule-editor';
import type { EntityView } from '@shipmate/protocol/web/entities';
import { toTemplateVariables } from '@shipmate/domain/workflow';
import type { RuleDefinitionView, RuleView as Rule } from '@shipmate/protocol/web/rules';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorBanner } from '../../components/error-banner.tsx';
import { PendingPage } from '../../components/pending-page.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { DetailPage } from '../../navigation/detail-page.tsx';
import type { TrailStep } from '../../navigation/trail.tsx';
import { ruleAddress, rulePreviewAddress } from '../../router/addresses.ts';
import { type LeaveAnswer, useLeaveGuard } from '../../router/leave-guard.ts';
import { useRule } from '../rule-queries.ts';
import { RuleView } from '../rule-view.tsx';
import { toTypeWords } from '../rule-words.ts';
import { useEntities } from '../table-queries.ts';
import { ActionForm } from './action-form.tsx';
import { addAction, connect, emptyDraft } from './edit-draft.ts';
import { RuleEditorProvider } from './editor-context.ts';
import { useCreatePreview, useDraftCheck, useRuleVocabulary } from './editor-queries.ts';
import { Problems } from './form-row.tsx';
import { RuleForm } from './rule-form.tsx';

/** Edits a stored rule. The changes are saved as a preview, which the person accepts. */
export function RuleEditorPage() {
  const { ruleId } = useParams({ from: '/rules/$ruleId/edit' });
  const rule = useRule(ruleId);
  if (!rule.data) return <PendingPage error={rule.error} onRetry={() => void rule.refetch()} />;
  return <EditorPage key={rule.data.id} rule={rule.data} />;
}

/** Edits a new rule. */
export function NewRulePage() {
  return <EditorPage rule={undefined} />;
}

function EditorPage({ rule: given }: { readonly rule: Rule | undefined }) {
  // Others may change the rule meanwhile: the draft keeps its base, and saving it fails with CONFLICT.
  const [rule] = useState(given);
  const vocabulary = useRuleVocabulary();
  const entities = useEntities();
  const error = vocabulary.error ?? entities.error;
  if (!vocabulary.data || !entities.data) {
    return <PendingPage error={error} onRetry={() => void Promise.all([vocabulary.refetch(), entities.refetch()])} />;
  }
  const parents: readonly TrailStep[] = [
    { label: 'Rules', address: { to: '/rules' } },
    ...(rule ? [{ label: rule.name, address: ruleAddress(rule.id) }] : []),
  ];
  return (
    <DetailPage parents={parents} title={rule ? 'Edit rule' : 'New rule'}>
      <Editor rule={rule} vocabulary={vocabulary.data} entities={entities.data} />
    </DetailPage>
  );
}

interface EditorProps {
  readonly rule: Rule | undefined;
  readonly vocabulary: RuleEditorResponse;
  readonly entities: readonly EntityView[];
}

function Editor({ rule, vocabulary, entities }: EditorProps) {
  const [before] = useState<RuleDefinitionView>(() => (rule ? toContent(rule) : emptyDraft));
  const [draft, setDraft] = useState(before);
  const [chosen, setChosen] = useState<string>();
  const check = useDraftCheck(draft, rule?.id);
  const problems = check.data?.problems ?? [];
  const entity = entities.find(({ name }) => name === draft.entity);
  const variables = useMemo(() => {
    const variablesOf = toTemplateVariables(draft, entity);
    return chosen === undefined ? [] : variablesOf(chosen);
  }, [draft, entity, chosen]);
  const portsOf = (type: string) => vocabulary.actionTypes.find((each) => each.type === type)?.ports ?? ['success'];
  const errors = problems.filter(({ severity }) => severity === 'error');
  return (
    <RuleEditorProvider value={{ vocabulary, entities, draft, problems, variables }}>
      <RuleForm onChange={setDraft} />
      <section aria-label="Actions and connections" className="space-y-3">
        <RuleView
          definition={draft}
          before={rule ? before : null}
          choice={[chosen, setChosen]}
          onConnect={(source, target) => {
            const type = draft.actions.find(({ id }) => id === source)?.type;
            setDraft(
              connect(draft, { source, target, output: type === undefined ? null : (portsOf(type)[0] ?? null) }),
            );
          }}
          panelOf={(id) => {
            const action = draft.actions.find((each) => each.id === id);
            return action && <ActionForm key={id} action={action} portsOf={portsOf} onChange={setDraft} />;
          }}
        />
        <AddAction
          vocabulary={vocabulary}
          onAdd={(type) => {
            const added = addAction(draft, { type, after: chosen, portsOf });
            setDraft(added.draft);
            setChosen(added.id);
          }}
        />
      </section>
      <div role="status" className="space-y-1 text-xs">
        {check.isCurrent && errors.length === 0 && <p className="text-added font-medium">The rule is valid.</p>}
        <Problems problems={problems.filter(({ path }) => path === '' || path === 'edges')} />
        {errors.length > 0 && (
          <p className="text-removed font-medium">
            {errors.length === 1 ? '1 problem to correct.' : `${errors.length} problems to correct.`}
          </p>
        )}
      </div>
      {check.error && <ErrorBanner error={check.error} onRetry={() => void check.refetch()} />}
      <SaveForm
        rule={rule}
        draft={draft}
        isChanged={draft !== before}
        isValid={check.isCurrent && errors.length === 0}
      />
    </RuleEditorProvider>
  );
}

interface AddActionProps {
  readonly vocabulary: RuleEditorResponse;
  readonly onAdd: (type: string) => void;
}

/** Adds an action after the chosen one, or at the end. */
function AddAction({ vocabulary, onAdd }: AddActionProps) {
  const [type, setType] = useState(vocabulary.actionTypes[0]?.type ?? '');
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="flex max-w-60 flex-1">
        <SelectField
          label="New action"
          value={type}
          options={vocabulary.actionTypes.map((each) => [each.type, toTypeWords(each.type)] as const)}
          onChange={setType}
        />
      </div>
      <Button icon={<Plus aria-hidden />} onClick={() => onAdd(type)}>
        Add action
      </Button>
    </div>
  );
}

interface SaveFormProps {
  readonly rule: Rule | undefined;
  readonly draft: RuleDefinitionView;
  readonly isChanged: boolean;
  readonly isValid: boolean;
}

/** Saves the draft as a preview and opens it. */
function SaveForm({ rule, draft, isChanged, isValid }: SaveFormProps) {
  const navigate = useNavigate();
  const create = useCreatePreview(rule && { ruleId: rule.id, revision: rule.revision });
  const [description, setDescription] = useState('');
  const [answer, setAnswer] = useState<LeaveAnswer>();
  useLeaveGuard({ isActive: isChanged && !create.isSuccess, ask: setAnswer });
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid || create.isPending) return;
        create.mutate(
          { draft, description: description.trim() || (rule ? 'Edited by hand' : 'Created by hand') },
          { onSuccess: ({ previewId }) => void navigate({ ...rulePreviewAddress(previewId), ignoreBlocker: true }) },
        );
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Description of the change"
          value={description}
          maxLength={1_000}
          placeholder={rule ? 'Edited by hand' : 'Created by hand'}
          className="flex-1 basis-60"
          onChange={({ target }) => setDescription(target.value)}
        />
        <Button type="submit" variant="primary" disabled={!isChanged || !isValid} isBusy={create.isPending}>
          Create preview
        </Button>
      </div>
      <p className="text-muted text-xs">The preview shows the difference. The rule changes when you accept it.</p>
      {create.error && <ErrorBanner error={create.error} onDismiss={() => create.reset()} />}
      <Dialog
        isOpen={answer !== undefined}
        onClose={() => {
          answer?.stay();
          setAnswer(undefined);
        }}
        title="Discard changes"
        description="The changes of the rule are not saved as a preview."
      >
        <div className="flex justify-end gap-2">
          <Button
            onClick={() => {
              answer?.stay();
              setAnswer(undefined);
            }}
          >
            Keep editing
          </Button>
          <Button variant="danger" onClick={() => answer?.leave()}>
            Discard changes
          </Button>
        </div>
      </Dialog>
    </form>
  );
}

/** The content of a rule without its identity. */
function toContent({ id: _id, revision: _revision, updatedAt: _updated, createdAt: _created, ...rule }: Rule) {
  const { ownerName: _owner, ownerHasLeft: _hasLeft, ports: _ports, ...content } = rule;
  return content satisfies RuleDefinitionView;
}

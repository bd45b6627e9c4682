import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { classNames } from '../components/class-names.ts';
import { Waiting } from '../components/waiting.tsx';
import { StepStateLabel, stepStateFrames } from './execution/step-state.tsx';
import type { ExecutionStates, StepState } from './execution/to-step-states.ts';
import { changeStyles, toTypeWords } from './rule-words.ts';
import { type RuleStep, toRuleDrawing } from './to-rule-steps.ts';

const RuleGraph = lazy(async () => ({ default: (await import('./rule-graph.tsx')).RuleGraph }));

interface RuleViewProps {
  readonly definition: RuleDefinitionView;
  /** The content to compare with. */
  readonly before?: RuleDefinitionView | null;
  /** The states of an execution. */
  readonly states?: ExecutionStates;
  /** Returns the content of an action's panel; by default its settings. */
  readonly panelOf?: (actionId: string) => ReactNode;
  /** The chosen action and its setter; by default the view keeps the choice. */
  readonly choice?: Choice;
  /** Makes the nodes of the graph connectable. */
  readonly onConnect?: (source: string | null, target: string) => void;
}

type Choice = readonly [chosen: string | undefined, choose: (actionId: string | undefined) => void];

/** A rule as a graph and as a list of its actions; an action chosen in either is shown in full. */
export function RuleView({ definition, before = null, states, panelOf, choice, onConnect }: RuleViewProps) {
  const drawing = useMemo(() => toRuleDrawing(definition, before), [definition, before]);
  const ownChoice = useState<string>();
  const [chosen, setChosen]: Choice = choice ?? ownChoice;
  if (drawing.steps.length === 0) return <p className="text-muted">This rule has no actions.</p>;
  return (
    <div className="space-y-3">
      <Suspense fallback={<Waiting>Drawing the rule…</Waiting>}>
        <RuleGraph
          drawing={drawing}
          trigger={definition.trigger}
          chosen={chosen}
          onChoose={setChosen}
          states={states}
          onConnect={onConnect}
        />
      </Suspense>
      <ol aria-label="Actions" className="flex flex-col gap-1.5">
        {drawing.steps.map((step) => {
          const { id } = step.action;
          const isChosen = id === chosen;
          return (
            <li key={id}>
              <StepButton
                step={step}
                state={states?.stateOf(id)}
                port={states?.stepOf(id)?.port}
                isChosen={isChosen}
                onChoose={() => setChosen(isChosen ? undefined : id)}
              />
              {isChosen && (panelOf ? panelOf(id) : <StepPanel step={step} />)}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface StepButtonProps {
  readonly step: RuleStep;
  /** The state in an execution. */
  readonly state?: StepState | undefined;
  readonly port?: string | null | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One action of the list; expands to its panel. */
function StepButton({ step, state, port = null, isChosen, onChoose }: StepButtonProps) {
  const { action, change, after } = step;
  const { word, frame } = changeStyles[change];
  return (
    <button
      type="button"
      aria-expanded={isChosen}
      onClick={onChoose}
      className={classNames(
        'flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 rounded-md border px-2.5 py-1.5 text-left text-xs',
        state === undefined ? frame : stepStateFrames[state],
      )}
    >
      <span className="font-medium wrap-anywhere">{action.name}</span>
      <span className="text-muted">{toTypeWords(action.type)}</span>
      {!action.isActive && state === undefined && <span className="text-muted">Inactive</span>}
      {state === undefined ? (
        word !== '' && <span className="font-medium">{word}</span>
      ) : (
        <StepStateLabel state={state} port={port} />
      )}
      <span className="text-muted ml-auto wrap-anywhere">after {after.join(', ') || 'nothing'}</span>
    </button>
  );
}

/** The settings of one action; of a changed one, the earlier values, too. */
function StepPanel({ step: { action, earlier = action } }: { readonly step: RuleStep }) {
  const names = [...new Set([...Object.keys(action.config), ...Object.keys(earlier.config)])];
  return (
    <div className="border-line mx-1 space-y-2 rounded-b-md border border-t-0 px-3 py-2 text-xs">
      {action.description !== '' && action.description === earlier.description && (
        <p className="wrap-anywhere">{action.description}</p>
      )}
      {names.length === 0 && <p className="text-muted">No settings.</p>}
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 gap-y-1">
        <ChangedSetting label="Name" from={earlier.name} to={action.name} isHiddenIfSame />
        <ChangedSetting label="Description" from={earlier.description} to={action.description} isHiddenIfSame />
        <ChangedSetting
          label="State"
          from={earlier.isActive ? 'Active' : 'Inactive'}
          to={action.isActive ? 'Active' : 'Inactive'}
          isHiddenIfSame
        />
        {names.map((name) => (
          <ChangedSetting
            key={name}
            label={toTypeWords(name)}
            from={toSettingText(earlier.config[name])}
            to={toSettingText(action.config[name])}
          />
        ))}
      </dl>
    </div>
  );
}

interface ChangedSettingProps {
  readonly label: string;
  /** Undefined for a setting that was added. */
  readonly from: string | undefined;
  /** Undefined for a setting that is removed. */
  readonly to: string | undefined;
  readonly isHiddenIfSame?: boolean;
}

function ChangedSetting({ label, from, to, isHiddenIfSame = false }: ChangedSettingProps) {
  if (isHiddenIfSame && from === to) return null;
  return (
    <div className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className="font-mono wrap-anywhere whitespace-pre-wrap">
        {from === to ? (
          to
        ) : (
          <>
            {from !== undefined && <del className="bg-removed-soft text-removed block">{from}</del>}
            {to !== undefined && <ins className="bg-added-soft text-added block no-underline">{to}</ins>}
          </>
        )}
      </dd>
    </div>
  );
}

function toSettingText(value: unknown): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value, null, 1);
}

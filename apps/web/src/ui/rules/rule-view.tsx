import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { lazy, Suspense, useMemo, useState } from 'react';
import { classNames } from '../components/class-names.ts';
import { Waiting } from '../components/waiting.tsx';
import { changeStyles, toTypeWords } from './rule-words.ts';
import { type RuleStep, toRuleDrawing } from './to-rule-steps.ts';

const RuleGraph = lazy(async () => ({ default: (await import('./rule-graph.tsx')).RuleGraph }));

interface RuleViewProps {
  readonly definition: RuleDefinitionView;
  /** The content to compare with. */
  readonly before?: RuleDefinitionView | null;
}

/** A rule as a graph and as a list of its actions; an action chosen in either is shown in full. */
export function RuleView({ definition, before = null }: RuleViewProps) {
  const drawing = useMemo(() => toRuleDrawing(definition, before), [definition, before]);
  const [chosen, setChosen] = useState<string>();
  const step = drawing.steps.find(({ action }) => action.id === chosen);
  if (drawing.steps.length === 0) return <p className="text-muted">This rule has no actions.</p>;
  return (
    <div className="space-y-3">
      <Suspense fallback={<Waiting>Drawing the rule…</Waiting>}>
        <RuleGraph drawing={drawing} trigger={definition.trigger} chosen={chosen} onChoose={setChosen} />
      </Suspense>
      <ol aria-label="Actions" className="flex flex-col gap-1.5">
        {drawing.steps.map((each) => (
          <li key={each.action.id}>
            <StepButton
              step={each}
              isChosen={each.action.id === chosen}
              onChoose={() => setChosen(each.action.id === chosen ? undefined : each.action.id)}
            />
            {each === step && <StepPanel step={each} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface StepButtonProps {
  readonly step: RuleStep;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function StepButton({ step, isChosen, onChoose }: StepButtonProps) {
  const { action, change, after } = step;
  const { word, frame } = changeStyles[change];
  return (
    <button
      type="button"
      aria-expanded={isChosen}
      onClick={onChoose}
      className={classNames(
        'flex w-full flex-wrap items-baseline gap-x-2 gap-y-0.5 rounded-md border px-2.5 py-1.5 text-left text-xs',
        frame,
      )}
    >
      <span className="font-medium wrap-anywhere">{action.name}</span>
      <span className="text-muted">{toTypeWords(action.type)}</span>
      {!action.isActive && <span className="text-muted">Inactive</span>}
      {word !== '' && <span className="font-medium">{word}</span>}
      <span className="text-muted ml-auto wrap-anywhere">after {after.join(', ') || 'nothing'}</span>
    </button>
  );
}

/** The settings of one action. */
function StepPanel({ step: { action } }: { readonly step: RuleStep }) {
  const settings = Object.entries(action.config);
  return (
    <div className="border-line mx-1 space-y-2 rounded-b-md border border-t-0 px-3 py-2 text-xs">
      {action.description !== '' && <p className="wrap-anywhere">{action.description}</p>}
      {settings.length === 0 && <p className="text-muted">No settings.</p>}
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3 gap-y-1">
        {settings.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{toTypeWords(name)}</dt>
            <dd className="font-mono wrap-anywhere whitespace-pre-wrap">
              {typeof value === 'string' ? value : JSON.stringify(value, null, 1)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

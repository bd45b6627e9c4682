import type { EntityView } from '@shipmate/protocol/web/entities';
import type { RuleEditorResponse, RuleProblemView } from '@shipmate/protocol/web/rule-editor';
import type { RuleDefinitionView } from '@shipmate/protocol/web/rules';
import { createContext, use } from 'react';

/** The data to which the fields of an edited rule refer. */
interface RuleEditorContext {
  readonly vocabulary: RuleEditorResponse;
  readonly entities: readonly EntityView[];
  readonly draft: RuleDefinitionView;
  readonly problems: readonly RuleProblemView[];
  /** The variables that templates of the edited action can name. */
  readonly variables: readonly string[];
}

const Context = createContext<RuleEditorContext | undefined>(undefined);
export const RuleEditorProvider = Context.Provider;

/** Returns the data of the editor around a field. */
export function useRuleEditor(): RuleEditorContext {
  const context = use(Context);
  if (!context) throw new Error('The field is not in an editor of rules.');
  return context;
}

/** Returns the problems of one field. */
export function useProblemsAt(path: string): readonly RuleProblemView[] {
  return useRuleEditor().problems.filter((problem) => problem.path === path);
}

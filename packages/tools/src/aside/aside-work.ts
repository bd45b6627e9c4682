import { replaceText, type TextEdit } from '@shipmate/domain/text';
import { findYamlProblem } from './find-yaml-problem.ts';

interface Arguments {
  readonly findYamlProblem: readonly [content: string];
  readonly replaceText: readonly [content: string, edit: TextEdit];
}

interface Results {
  readonly findYamlProblem: ReturnType<typeof findYamlProblem>;
  readonly replaceText: ReturnType<typeof replaceText>;
}

/** Work on texts that takes long when they are. What goes in and what comes out can be cloned. */
export const asideWork: { readonly [N in keyof Arguments]: (...args: Arguments[N]) => Results[N] } = {
  findYamlProblem,
  replaceText,
};

/** One piece of such work. */
export interface AsideTask<N extends keyof Arguments = keyof Arguments> {
  readonly name: N;
  readonly args: Arguments[N];
}

export type AsideName = keyof Arguments;
export type AsideResult<N extends AsideName> = Results[N];

import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { AnswerProps } from './answer.tsx';

const Answer = lazyRouteComponent(() => import('./answer.tsx'), 'Answer');

/** Loads the code that renders answers; a failure appears in place of the first answer. */
export async function loadAnswers(): Promise<void> {
  await Answer.preload?.();
}

/** An answer; plain text until the code that renders it is loaded, which begins with the first question. */
export function LazyAnswer(props: AnswerProps) {
  const text = props.message.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
  return (
    <Suspense fallback={<p className="text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>}>
      <Answer {...props} />
    </Suspense>
  );
}

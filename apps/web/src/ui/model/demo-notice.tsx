import type { SessionResponse } from '@shipmate/protocol/web/session';
import { FlaskConical } from 'lucide-react';
import { classNames } from '../components/class-names.ts';
import { useModelChoice } from './use-model-choice.ts';

/** States that answers are scripted while the demo model is chosen, and how to configure a real one. */
export function DemoNotice({ session, className }: { session: SessionResponse; className?: string }) {
  const { model } = useModelChoice(session);
  if (!model?.isDemo) return null;
  const hasRealModel = session.models.some(({ isDemo }) => !isDemo);
  return (
    <p role="note" className={classNames('bg-caution-soft flex gap-2 px-4 py-2 text-2xs leading-4', className)}>
      <FlaskConical aria-hidden className="text-caution mt-px size-3.5 shrink-0" />
      <span>
        Answers come from a scripted demo model.{' '}
        {hasRealModel ? (
          'Choose another model to get real ones.'
        ) : (
          <>
            Set a key such as <code className="font-mono">ANTHROPIC_API_KEY</code> and restart to use a real one.
          </>
        )}
      </span>
    </p>
  );
}

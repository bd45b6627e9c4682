import type { SessionResponse } from '@shipmate/protocol';
import { Banner } from '../components/banner.tsx';
import { useModelChoice } from './use-model-choice.ts';

/** Says that answers are scripted while the demo model is chosen, and how to get real ones. */
export function DemoNotice({ session }: { session: SessionResponse }) {
  const { model } = useModelChoice(session);
  if (!model?.isDemo) return null;
  const hasRealModel = session.models.some(({ isDemo }) => !isDemo);
  return (
    <Banner tone="caution">
      Answers come from a scripted demo model.{' '}
      {hasRealModel ? (
        'Choose another model to get real ones.'
      ) : (
        <>
          Set <code className="font-mono">ANTHROPIC_API_KEY</code>, <code className="font-mono">OPENAI_API_KEY</code> or
          another provider’s key and restart to use a real one.
        </>
      )}
    </Banner>
  );
}

import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { usePreference } from '../preference/use-preference.ts';

const steps = [
  {
    title: 'Open the sample chart',
    text: 'The button “Open the sample chart” below creates a workspace to try requests on. Nothing is deployed.',
  },
  {
    title: 'Ask for a change',
    text: 'In the workspace, send “Set 3 replicas”. The agent edits the files; each line is pending until you accept or reject it.',
  },
  {
    title: 'Decide what waits for you',
    text: 'Approvals, plans and questions of agents are in the Inbox. Press ? on any page for the shortcuts.',
  },
] as const;

/** A tour in three steps for a first visit; a browser shows it until it is finished or skipped. */
export function Tour() {
  const [state, setState] = usePreference('tour');
  const [at, setAt] = useState(0);
  const step = steps[at];
  if (state !== null || !step) return null;
  const isLast = at === steps.length - 1;
  return (
    <section aria-label="Tour" className="border-accent bg-surface space-y-3 rounded-lg border p-4">
      <div aria-live="polite" className="space-y-1">
        <h2 className="font-medium">
          {at + 1} of {steps.length}: {step.title}
        </h2>
        <p className="text-muted text-xs leading-relaxed">{step.text}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => (isLast ? setState('done') : setAt(at + 1))}>
          {isLast ? 'Finish tour' : 'Next step'}
        </Button>
        <Button variant="quiet" onClick={() => setState('done')}>
          Skip tour
        </Button>
      </div>
    </section>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { TextField } from '../components/text-field.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { ruleConversationAddress } from '../router/addresses.ts';
import { useAskAboutRules } from './rule-queries.ts';

interface AskRulesFormProps {
  readonly label: string;
  readonly action: string;
  readonly placeholder: string;
  /** The rule that the question is about. */
  readonly ruleId?: string;
  /** Questions that a click asks. */
  readonly examples?: readonly string[];
}

/** Starts a conversation with the agent of rules. */
export function AskRulesForm({ label, action, placeholder, ruleId, examples = [] }: AskRulesFormProps) {
  const session = useSignedInSession();
  const { model } = useModelChoice(session);
  const navigate = useNavigate();
  const ask = useAskAboutRules();
  const [text, setText] = useState('');

  function send(message: string) {
    if (message.trim() === '' || ask.isPending) return;
    ask.mutate(
      { message, ...(ruleId !== undefined && { ruleId }), ...(model && { model: model.id }) },
      { onSuccess: ({ conversationId }) => void navigate(ruleConversationAddress(conversationId)) },
    );
  }
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        send(text);
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={label}
          value={text}
          placeholder={placeholder}
          maxLength={20_000}
          className="flex-1 basis-60"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={text.trim() === ''} isBusy={ask.isPending}>
          {action}
        </Button>
      </div>
      {examples.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {examples.map((example) => (
            <Button key={example} className="whitespace-normal" onClick={() => send(example)}>
              {example}
            </Button>
          ))}
        </div>
      )}
      {ask.error && <ErrorBanner error={ask.error} onDismiss={() => ask.reset()} />}
    </form>
  );
}

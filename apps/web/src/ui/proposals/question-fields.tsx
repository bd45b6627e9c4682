import type { QuestionView } from '@shipmate/protocol/web/proposals';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { type AnswerDraft, toHint } from './proposal-words.ts';

interface QuestionFieldsProps {
  readonly questions: readonly QuestionView[];
  readonly draft: AnswerDraft;
  readonly onChange: (draft: AnswerDraft) => void;
}

/** A field for each question. */
export function QuestionFields({ questions, draft, onChange }: QuestionFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {questions.map((question) => (
        <QuestionField
          key={question.name}
          question={question}
          value={draft[question.name] ?? ''}
          onChange={(value) => onChange({ ...draft, [question.name]: value })}
        />
      ))}
    </div>
  );
}

interface QuestionFieldProps {
  readonly question: QuestionView;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function QuestionField({ question, value, onChange }: QuestionFieldProps) {
  const { name, text, type, choices, required } = question;
  const label = text === '' ? name : `${name}: ${text}`;
  const options = type === 'boolean' ? ['true', 'false'] : type === 'list' ? null : choices;
  if (options) {
    const empty = [['', required ? 'Choose…' : 'Default']] as const;
    const all = [...empty, ...options.map((choice) => [choice, toWord(choice)] as const)];
    return <SelectField label={label} value={value} options={all} onChange={onChange} />;
  }
  return (
    <TextField
      label={label}
      value={value}
      hint={toHint(question)}
      inputMode={type === 'integer' ? 'numeric' : 'text'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function toWord(choice: string): string {
  return choice === 'true' ? 'Yes' : choice === 'false' ? 'No' : choice;
}

import type { Question } from '@shipmate/domain/question';

/** Formats a question as one line, for a model that passes it on to a person. */
export function describeQuestion(question: Question): string {
  const { name, text, type, required, choices, suggestion } = question;
  const facts = [
    type,
    required ? 'required' : 'optional',
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...(suggestion === undefined ? [] : [`suggested ${JSON.stringify(suggestion)}`]),
    ...(question.default === undefined ? [] : [`default ${JSON.stringify(question.default)}`]),
  ];
  return `- ${name} (${facts.join('; ')})${text === '' ? '' : `: ${text}`}`;
}

export { checkAnswers } from './check-answers.ts';
export {
  answerTypes,
  type Answers,
  type AnswerType,
  type AnswerValue,
  type CheckedAnswers,
  type Question,
} from './question.ts';

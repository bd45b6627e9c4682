import { createBudget, createToolExecutionContext, runToolLoop, userMessage } from '@shipmate/core';
import { createModelCatalog, modelEnvironmentSchema } from '@shipmate/providers';

/** Questions, each with a pattern that a right answer matches. */
const cases = [
  { question: 'Which field of a Deployment sets the number of pods?', expected: /replicas/ },
  { question: 'Which command prints the logs of the previous container?', expected: /--previous/ },
  { question: 'Which port does kube-apiserver use by default?', expected: /6443/ },
] as const;

/** Plays the model when no API key is set. It knows two answers. */
const demoScript = ({ messages }: { readonly messages: readonly unknown[] }) => {
  const question = JSON.stringify(messages.at(-1));
  if (question.includes('Deployment')) return { text: 'spec.replicas' };
  return { text: question.includes('logs') ? 'kubectl logs --previous' : 'I do not know.' };
};

const model = createModelCatalog({ environment: modelEnvironmentSchema.parse(process.env), demoScript }).get();
const context = createToolExecutionContext({ principal: { userId: 'ada', organizationId: 'example', via: 'local' } });
/** One budget for all cases. */
const budget = createBudget({ iterations: 20, ms: 120_000 });

let passed = 0;
for (const { question, expected } of cases) {
  const { finalMessage, stopReason } = await runToolLoop(model, {
    messages: [userMessage(question)],
    tools: [],
    context,
    budget,
  });
  const isRight = expected.test(finalMessage);
  passed += isRight ? 1 : 0;
  console.log(isRight ? 'passed' : 'failed', stopReason, question);
}
console.log(`${passed} of ${cases.length} passed`);

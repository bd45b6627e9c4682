import './forbid-eval.ts';
import { useChat, type UIMessage } from '@ai-sdk/react';
import { createRoot } from 'react-dom/client';

const options = await toOptions(new URLSearchParams(location.search));

/** No options unless `?id=` names the chat; with `&stored`, its messages and the answer in progress. */
async function toOptions(search: URLSearchParams) {
  const id = search.get('id');
  if (id === null) return undefined;
  if (!search.has('stored')) return { id };
  const response = await fetch(`/api/conversations/${encodeURIComponent(id)}/messages`);
  const { messages } = (await response.json()) as { messages: UIMessage[] };
  return { id, messages, resume: true };
}

function Chat() {
  const chat = useChat(options);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void chat.sendMessage({ text: event.currentTarget.querySelector('input')?.value ?? '' });
      }}
    >
      <h1>{chat.id}</h1>
      {chat.messages.map(({ id, role, parts }) => (
        <article key={id} aria-label={role}>
          {parts.map((part) => (part.type === 'text' ? part.text : ''))}
        </article>
      ))}
      <output>{chat.status}</output>
      {chat.error && <p role="alert">{chat.error.message}</p>}
      <input aria-label="Question" />
      <button type="submit">Ask</button>
      <button type="button" onClick={() => void chat.stop()}>
        Stop
      </button>
    </form>
  );
}

createRoot(document.querySelector('#root') ?? document.body).render(<Chat />);

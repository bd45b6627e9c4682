import { useChat } from '@ai-sdk/react';
import { type SubmitEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

function ChatPage() {
  const [text, setText] = useState('');
  const { messages, sendMessage, status } = useChat();
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    void sendMessage({ text });
    setText('');
  };
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <p key={id}>
          <b>{role}</b> {parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}
        </p>
      ))}
      <form onSubmit={send}>
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button disabled={status !== 'ready'}>Send</button>
      </form>
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<ChatPage />);

import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { createMail } from './smtp-mail.ts';

const mail = { to: ['a@example.test'], cc: [], bcc: [], subject: 'Low', body: 'x', isHtml: false };

/** Starts an SMTP server that accepts everything but the commands that `answers` names; `END` stands for the end of a message. */
async function startServer(answers: Readonly<Record<string, string | ((socket: Socket) => void)>> = {}) {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    let isMessage = false;
    createInterface(socket).on('line', (line) => {
      if (isMessage && line !== '.') return;
      const command = isMessage ? 'END' : (line.split(' ')[0] ?? '');
      commands.push(command);
      const answer = answers[command] ?? (command === 'DATA' ? '354 continue' : '250 ok');
      isMessage = answer === '354 continue';
      if (typeof answer === 'string') socket.write(`${answer}\r\n`);
      else answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(() => (server.listening ? close() : undefined));
  const { port } = server.address() as AddressInfo;
  const client = createMail({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  return { close, commands, send: () => client.send(mail, new AbortController().signal) };
}

it('createMail sends an email once', async () => {
  const { commands, send } = await startServer();
  expect(await send()).toEqual({ isCaptured: false, messageId: expect.any(String) });
  expect(commands.filter((command) => command === 'END')).toHaveLength(1);
});

it.each(['MAIL', 'RCPT', 'END'])('createMail lets an email be retried that the server refused at %s', async (at) => {
  const { send } = await startServer({ [at]: '451 try later' });
  await expect(send()).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR', recoverable: true });
});

it('createMail lets an email be retried when the server cannot be reached', async () => {
  const { close, send } = await startServer();
  await close();
  await expect(send()).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR', recoverable: true });
});

it('createMail does not let an email be retried when the connection ends before the server has confirmed it', async () => {
  const { send } = await startServer({ END: (socket) => socket.destroy() });
  await expect(send()).rejects.toMatchObject({ recoverable: false, message: expect.stringContaining('unknown') });
});

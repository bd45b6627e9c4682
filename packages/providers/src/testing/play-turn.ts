import type { ServerResponse } from 'node:http';
import type { ScriptedAnswer, ScriptedRefusal, ScriptedTurn } from './scripted-turn.ts';
import type { WireFormat } from './wire-format.ts';

/** Writes a turn as the response to one request. */
export function playTurn(response: ServerResponse, format: WireFormat, turn: ScriptedTurn): void {
  if ('status' in turn) return sendRefusal(response, turn);
  response.writeHead(200, { 'content-type': format.framing.contentType });
  if ('events' in turn) {
    response.end(turn.events.map(format.framing.frame).join(''));
  } else {
    stream(response, format, turn);
  }
}

function sendRefusal(response: ServerResponse, { status, body = {}, headers = {} }: ScriptedRefusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, format: WireFormat, answer: ScriptedAnswer): void {
  const { framing } = format;
  const { events, ending, failure } = format.encode(answer);
  response.flushHeaders();
  for (const event of events) response.write(framing.frame(event));
  const end = ending.map(framing.frame).join('');
  switch (answer.ending ?? 'finished') {
    case 'finished':
      response.end(end);
      return;
    case 'failed':
      response.end(framing.frame(failure));
      return;
    case 'cut':
      response.end();
      return;
    case 'torn':
      response.end(end.slice(0, end.indexOf('{') + 10));
      return;
    case 'reset':
      response.write('\n', () => response.destroy());
      return;
    case 'held':
  }
}

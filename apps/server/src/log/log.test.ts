import type { RequestLog } from '@tandem/adapter-express';
import { pino } from 'pino';
import { loggable, logTo } from './log.ts';

describe('the line of a request', () => {
  const entry: RequestLog = {
    requestId: '01a3b1c2',
    operation: 'tasks.list',
    method: 'GET',
    status: 200,
    durationMs: 0.417,
    keyId: '01f0',
  };
  const none = { ...entry, operation: null, method: 'M-SEARCH', status: 404, durationMs: 1e-7, keyId: null };

  const withoutTime = (line: string) => line.replace(/"time":1\d{12},/, '');

  test.each([[entry], [none]])('a request is logged as pino would log it', (logged) => {
    const [ours, pinos]: [string[], string[]] = [[], []];
    logTo({ write: (line) => ours.push(line) }, 'info').request(logged);
    pino({ base: null }, { write: (line) => pinos.push(line) }).info(logged, 'request');
    expect(ours.map(withoutTime)).toEqual(pinos.map(withoutTime));
  });

  test('a request below the configured level is not logged', () => {
    const lines: string[] = [];
    logTo({ write: (line) => lines.push(line) }, 'warn').request(entry);
    expect(lines).toEqual([]);
  });
});

test('the level debug logs the ignored fields of a request, without secrets', () => {
  const entry: RequestLog = {
    requestId: '01a3b1c2',
    operation: 'tasks.list',
    method: 'GET',
    status: 200,
    durationMs: 0.417,
    keyId: '01f0',
    ignored: ['sort', 'tdm_01ABC_secretsecret'],
  };
  const at = (level: 'info' | 'debug') => {
    const lines: string[] = [];
    logTo({ write: (line) => lines.push(line) }, level).request(entry);
    return lines.map((line) => JSON.parse(line));
  };
  expect(at('info')).toHaveLength(1);
  expect(at('debug')[1]).toMatchObject({
    msg: 'unknown fields ignored',
    requestId: '01a3b1c2',
    ignored: ['sort', 'tdm_[hidden]'],
  });
});

test('a secret in the message of an error is not logged', () => {
  const logged = JSON.stringify(loggable(new Error('Bearer tdm_01ABC_secretsecret was refused')));
  expect(logged).toContain('Bearer tdm_[hidden] was refused');
  expect(logged).not.toContain('secretsecret');
});

test('a body that a library attached to an error is not logged', () => {
  const error = Object.assign(new Error('broken'), { body: '{"title":"private"}' });
  expect(JSON.stringify(loggable(error))).not.toContain('private');
});

test('any thrown value can be logged', () => {
  expect(loggable('tdm_01ABC_secretsecret')).toEqual({
    name: 'Error',
    message: 'tdm_[hidden]',
    stack: undefined,
  });
  expect(loggable(null).message).toBe('null');
});

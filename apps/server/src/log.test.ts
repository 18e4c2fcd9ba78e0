import { loggable } from './log.ts';

test('a secret in the message of an error is not logged', () => {
  const logged = JSON.stringify(loggable(new Error('Bearer tdm_01ABC_secretsecret was refused')));
  expect(logged).toContain('Bearer tdm_[hidden] was refused');
  expect(logged).not.toContain('secretsecret');
});

test('a body that a library hung on an error is not logged', () => {
  const error = Object.assign(new Error('broken'), { body: '{"title":"private"}' });
  expect(JSON.stringify(loggable(error))).not.toContain('private');
});

test('whatever was thrown can be logged', () => {
  expect(loggable('tdm_01ABC_secretsecret')).toEqual({
    name: 'Error',
    message: 'tdm_[hidden]',
    stack: undefined,
  });
  expect(loggable(null).message).toBe('null');
});

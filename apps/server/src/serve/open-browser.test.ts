import { canOpenBrowser } from './open-browser.ts';

test.each([
  ['on a desktop', { DISPLAY: ':0' }, true, 'linux', true],
  ['on a Wayland desktop', { WAYLAND_DISPLAY: 'wayland-0' }, true, 'linux', true],
  ['on macOS', {}, true, 'darwin', true],
  ['without a display', {}, true, 'linux', false],
  ['without a terminal', { DISPLAY: ':0' }, false, 'linux', false],
  ['in CI', { DISPLAY: ':0', CI: 'true' }, true, 'linux', false],
  ['over SSH', { SSH_CONNECTION: '10.0.0.1 22' }, true, 'darwin', false],
] as const)(
  'the browser opens only for a person in front of the screen: %s',
  (_where, env, isTerminal, platform, opens) => {
    expect(canOpenBrowser(env, isTerminal, platform)).toBe(opens);
  },
);

import { testPorts } from '../testing/ports.ts';
import { createTandem } from './create-tandem.ts';
import { inMemoryContents, inMemoryStorage } from './in-memory/index.ts';

const storage = inMemoryStorage();

test('an unknown port does not compile, and is refused with the known names', () => {
  // @ts-expect-error clok is not a port.
  const misspelt = () => createTandem({ ...testPorts(), storage, clok: Date.now });
  expect(misspelt).toThrow(TypeError);
  expect(misspelt).toThrow(
    /^createTandem has no port named clok\. The ports are storage, clock, newId, secrets, .*contents, webhooks; nodePorts\(\)/,
  );
});

test('an unknown port does not compile in a separate object either', () => {
  const ports = { ...testPorts(), storage, content: inMemoryContents };
  // @ts-expect-error content is not a port.
  expect(() => createTandem(ports)).toThrow('createTandem has no port named content.');
});

test('a missing port is refused at once, not when it is first used', () => {
  // @ts-expect-error storage is missing.
  expect(() => createTandem(testPorts())).toThrow(/^createTandem requires the port storage\. The ports are/);
  const { secrets: _, ...ports } = { ...testPorts(), storage };
  // @ts-expect-error secrets are missing.
  expect(() => createTandem(ports)).toThrow('createTandem requires the port secrets.');
});

test('contents can be omitted or undefined', () => {
  const ports = { ...testPorts(), storage };
  for (const fine of [ports, { ...ports, contents: undefined }]) {
    expect(() => createTandem(fine)).not.toThrow();
  }
});

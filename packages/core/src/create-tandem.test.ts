import { nodePorts } from '../node/ports.ts';
import { createTandem } from './create-tandem.ts';
import { inMemoryContents, inMemoryStorage } from './in-memory/index.ts';

const storage = inMemoryStorage();

test('an unknown port does not compile, and is refused with the names that are known', () => {
  // @ts-expect-error clok is no port.
  const misspelt = () => createTandem({ ...nodePorts(), storage, clok: Date.now });
  expect(misspelt).toThrow(TypeError);
  expect(misspelt).toThrow(
    /^createTandem has no port named clok\. The ports are storage, clock, newId, secrets, .*contents, webhooks; nodePorts\(\)/,
  );
});

test('nor does it when the ports were put together before', () => {
  const ports = { ...nodePorts(), storage, content: inMemoryContents };
  // @ts-expect-error content is no port.
  expect(() => createTandem(ports)).toThrow('createTandem has no port named content.');
});

test('a port that is missing is told at once, not when it is first needed', () => {
  // @ts-expect-error storage is missing.
  expect(() => createTandem(nodePorts())).toThrow(/^createTandem requires the port storage\. The ports are/);
  const { secrets: _, ...ports } = { ...nodePorts(), storage };
  // @ts-expect-error secrets are missing.
  expect(() => createTandem(ports)).toThrow('createTandem requires the port secrets.');
});

test('contents may be left out, or be undefined', () => {
  const ports = { ...nodePorts(), storage };
  for (const fine of [ports, { ...ports, contents: undefined }]) {
    expect(() => createTandem(fine)).not.toThrow();
  }
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { cutLongTexts, joinLongTexts } from './long-texts.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const LONG = 'x'.repeat(5_000);

test('stores a long value once for many responses', () => {
  const responses = [1, 2, 3].map((n) => JSON.stringify({ id: 't', n, description: LONG, tags: ['a'] }));
  const cuts = responses.map((body) => cutLongTexts(body, '[{},{}]', sha256));
  expect(new Set(cuts.flatMap(({ texts }) => [...texts.keys()])).size).toBe(1);
  expect(cuts[0]?.body).toBe('{"id":"t","n":1,"description":,"tags":["a"]}');
  expect(cuts[0]?.longTexts).toEqual([[30, sha256(`"${LONG}"`)]]);
});

test('stores nothing of a long value that the request itself carries', () => {
  const payload = JSON.stringify([{ expand: '1' }, { title: 'a', description: LONG }]);
  const body = JSON.stringify({ task: { title: 'a', description: LONG } });
  const cut = cutLongTexts(body, payload, sha256);
  expect([cut.longTexts, cut.texts.size]).toEqual([[[35, 0]], 0]);
  expect(joinLongTexts(cut, payload, new Map())).toBe(body);
});

test('leaves a short response as it is', () => {
  const body = JSON.stringify({ description: 'x'.repeat(900) });
  expect(cutLongTexts(body, '[{},{}]', sha256)).toEqual({ body, longTexts: null, texts: new Map() });
});

test('a missing stored text is detected', () => {
  const cut = cutLongTexts(JSON.stringify({ description: LONG }), '[{},{}]', sha256);
  expect(joinLongTexts(cut, '[{},{}]', new Map())).toBeNull();
});

test('random responses are restored byte for byte', () => {
  const long = fc.integer({ min: 0, max: 3 }).map((n) => `${n}🦉"\\\u2028`.repeat(500));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, long, fc.string(), fc.double(), tie('list'), tie('object')),
    list: fc.array(tie('value')),
    object: fc.dictionary(fc.string(), tie('value')),
  }));
  fc.assert(
    fc.property(value, fc.array(value), (response, given) => {
      const [body, payload] = [JSON.stringify(response), JSON.stringify(given)];
      const cut = cutLongTexts(body, payload, sha256);
      expect(joinLongTexts(cut, payload, cut.texts)).toBe(body);
      expect(cut.body.length).toBeLessThanOrEqual(body.length);
    }),
  );
});

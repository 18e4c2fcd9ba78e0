import { sizeOf } from './format.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1500, '1.5 kB'],
  [41_300, '41 kB'],
  [26_214_400, '26 MB'],
  [3_200_000_000_000, '3,200 GB'],
])('%i bytes are %s', (bytes, said) => {
  expect(sizeOf(bytes)).toBe(said);
});

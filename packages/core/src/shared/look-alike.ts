/** Characters by the Latin letters that they look like, as they are written: case matters. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'АаΑαɑ',
    b: 'ВвΒЬь',
    c: 'СсϹϲ',
    d: 'Ԁԁ',
    e: 'ЕеΕεҽ',
    g: 'ɡԌ',
    h: 'НнΗҺһհ',
    j: 'Јјϳ',
    k: 'КкΚκ',
    l: 'Ii1|ІіΙιӀӏıℓ',
    m: 'МмΜ',
    n: 'Νηпո',
    o: '0ОоΟοσՕօ',
    p: 'РрΡρ',
    q: 'Ԛԛզ',
    r: 'гᴦ',
    s: 'ЅѕՏ',
    t: 'ТтΤτ',
    u: 'υμսՍ',
    v: 'νѵѴ',
    w: 'ωԜԝᴡ',
    x: 'ХхΧχ',
    y: 'УуΥγүҮ',
    z: 'Ζᴢ',
  }).flatMap(([letter, others]) => [...others].map((other): [string, string] => [other, letter])),
);

/**
 * What a name looks like at a glance: without accents, punctuation, symbols and spaces, with those that are mistaken for one
 * another as one. Names with the same outline are taken for each other. Blank for a name of punctuation and symbols alone.
 */
export const outlineOf = (name: string): string =>
  [...name.normalize('NFKD')]
    .map((character) => LOOKS_LIKE.get(character) ?? character)
    .join('')
    .replace(/[\u0300-\u036f\p{P}\p{S}\p{Z}\p{C}]/gu, '')
    .toLowerCase()
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

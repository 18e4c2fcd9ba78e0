/** Characters by the Latin letter that they resemble, as written: case matters. */
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
 * The outline of a name: without accents, punctuation, symbols and spaces, and with look-alike characters unified.
 * Names with the same outline are easily confused. Blank for a name of only punctuation and symbols.
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

import { parseS3Url } from './index.ts';

test("a URL names the bucket, the key prefix, and the server's options", () => {
  expect(parseS3Url('s3://contents')).toEqual({ bucket: 'contents', prefix: '' });
  expect(parseS3Url('s3://contents/')).toEqual({ bucket: 'contents', prefix: '' });
  expect(
    parseS3Url(
      's3://my.contents/tandem/files/?endpoint=http://127.0.0.1:9000&region=eu-1&pathStyle=off&checksums=off',
    ),
  ).toEqual({
    bucket: 'my.contents',
    prefix: 'tandem/files',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-1',
    pathStyle: false,
    checksums: false,
  });
});

// biome-ignore format: a table
test.each([
  ['contents',                                   'is not a URL'],
  ['https://contents/files',                     'does not begin with s3://'],
  ['s3:///files',                                'does not name a valid bucket'],
  ['s3://a',                                     'does not name a valid bucket'],
  ['s3://Contents_1',                            'does not name a valid bucket'],
  ['s3://contents:9000/files',                   'has parts other than'],
  ['s3://contents/a b',                          'prefix'],
  ['s3://contents/a//b',                         'prefix'],
  ['s3://contents/../b?',                        null],
  ['s3://contents?end-point=http://x',           'has a parameter other than endpoint, region, pathStyle, checksums'],
  ['s3://contents?constructor=x',                'has a parameter other than'],
  ['s3://contents?endpoint=localhost',           'endpoint is not a URL'],
  ['s3://contents?endpoint=ftp://x',             'endpoint must begin with'],
  ['s3://contents?endpoint=http://user:pw-1@x',  'endpoint must not contain a user'],
  ['s3://contents?pathStyle=yes',                'pathStyle must be on or off'],
  ['s3://KEYID:se-cret@contents',                'must not contain access keys'],
])('parses the URL of a bucket, or names its problem: %s: %s', (url, problem) => {
  if (problem === null) {
    expect(parseS3Url(url).prefix).toBe('b');
    return;
  }
  expect(() => parseS3Url(url)).toThrow(problem);
  // The message appears in logs, and the URL may contain secrets by mistake.
  expect(() => parseS3Url(url)).not.toThrow(/KEYID|se-cret|pw-1/);
});

import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
/** Maximum clock difference between a client and S3. */
const SKEW_MS = 15 * 60_000;

/**
 * S3's error code for a wrong signature; null if it is right. Implements Signature Version 4, over the method, path,
 * query, headers and the SHA-256 of the body.
 */
export function signatureProblem(
  req: IncomingMessage,
  body: Buffer,
  keys: ReadonlyMap<string, string>,
): string | null {
  const found = AUTHORIZATION.exec(req.headers.authorization ?? '');
  if (!found) return 'AccessDenied';
  const [, id, day, region, names, signature] = found as unknown as string[];
  const secret = keys.get(id as string);
  if (secret === undefined) return 'InvalidAccessKeyId';
  const at = String(req.headers['x-amz-date']);
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(time - Date.now()) <= SKEW_MS)) return 'RequestTimeTooSkewed';
  const digest = String(req.headers['x-amz-content-sha256']);
  if (digest !== sha256(body)) return 'XAmzContentSHA256Mismatch';

  const [path, query = ''] = String(req.url).split('?');
  const signed = String(names).split(';');
  if (!signed.includes('host')) return 'SignatureDoesNotMatch';
  const unsigned = Object.keys(req.headers).filter(
    (name) => name.startsWith('x-amz-') && !signed.includes(name),
  );
  if (unsigned.length > 0) return 'AccessDenied';
  const canonical = [
    req.method,
    path,
    canonicalQuery(query),
    ...signed.map((name) => `${name}:${String(req.headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    digest,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, step) => createHmac('sha256', last).update(String(step)).digest(),
    `AWS4${secret}`,
  );
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return signature === expected ? null : 'SignatureDoesNotMatch';
}

const canonicalQuery = (query: string): string =>
  query
    .split('&')
    .filter((each) => each !== '')
    .map((each) => (each.includes('=') ? each : `${each}=`))
    .toSorted()
    .join('&');

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The location of contents in S3. */
export interface S3Location {
  readonly bucket: string;
  /** The key prefix, without leading and trailing slashes; empty for the whole bucket. */
  readonly prefix: string;
  /** For an S3 server other than Amazon's. */
  readonly endpoint?: string;
  /** By default the region from AWS's environment or configuration; `us-east-1` with an endpoint. */
  readonly region?: string;
  /** True to address the bucket in the path instead of the host name; the default with an endpoint. */
  readonly pathStyle?: boolean;
  /**
   * True to send a SHA-256 with single-request uploads, for the server to verify and store; false for a server that
   * rejects it.
   */
  readonly checksums?: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Slashes, and characters that need no escaping in any S3 server. */
const PREFIX = /^[A-Za-z0-9!_.*'()-]+(\/[A-Za-z0-9!_.*'()-]+)*$/;

type Parameters = Omit<S3Location, 'bucket' | 'prefix'>;

const PARAMETERS: Readonly<Record<string, (value: string) => Parameters>> = {
  endpoint: (value) => {
    if (!URL.canParse(value)) throw new TypeError('endpoint is not a URL');
    const url = new URL(value);
    if (!/^https?:$/.test(url.protocol)) throw new TypeError('endpoint must begin with https:// or http://');
    if (url.username || url.password) throw new TypeError('endpoint must not contain a user or password');
    return { endpoint: value };
  },
  region: (value) => {
    if (!/^[A-Za-z0-9-]+$/.test(value)) throw new TypeError('region is not a valid region name');
    return { region: value };
  },
  pathStyle: (value) => ({ pathStyle: isOn('pathStyle', value) }),
  checksums: (value) => ({ checksums: isOn('checksums', value) }),
};

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&pathStyle=on&checksums=on`. Throws `TypeError` with the problem; the
 * message repeats no part of the URL that may be secret. The URL must not contain access keys: it appears in messages.
 */
export function parseS3Url(text: string): S3Location {
  if (!URL.canParse(text)) throw new TypeError('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 's3:') throw new TypeError('does not begin with s3://');
  if (url.username || url.password) throw new TypeError('must not contain access keys');
  if (url.port || url.hash) throw new TypeError('has parts other than a bucket, a prefix and parameters');
  if (!BUCKET.test(url.hostname)) throw new TypeError('does not name a valid bucket');
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (prefix !== '' && !PREFIX.test(prefix))
    throw new TypeError('has a prefix that not every S3 server supports');
  const parameters = [...url.searchParams].map(([name, value]) => {
    const read = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (!read) throw new TypeError(`has a parameter other than ${Object.keys(PARAMETERS).join(', ')}`);
    return read(value);
  });
  return Object.assign({ bucket: url.hostname, prefix }, ...parameters) as S3Location;
}

function isOn(name: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new TypeError(`${name} must be on or off`);
  return value === 'on';
}

/** Where in which S3 contents are kept. */
export interface S3Place {
  readonly bucket: string;
  /** What all names begin with, without a slash at its ends; empty for the whole bucket. */
  readonly prefix: string;
  /** Of an S3 that is not Amazon's. */
  readonly endpoint?: string;
  /** Without it that which the environment or the configuration of AWS names; `us-east-1` at an endpoint. */
  readonly region?: string;
  /** Whether the bucket stands in the path and not in the name of the host; at an endpoint it does, unless it is said. */
  readonly pathStyle?: boolean;
  /** Whether a SHA-256 goes along with what is sent whole, for the server to check and to keep; off for one that refuses it. */
  readonly checksums?: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Slashes apart, what needs no escape in any S3. */
const PREFIX = /^[A-Za-z0-9!_.*'()-]+(\/[A-Za-z0-9!_.*'()-]+)*$/;

type Parameters = Omit<S3Place, 'bucket' | 'prefix'>;

const PARAMETERS: Readonly<Record<string, (value: string) => Parameters>> = {
  endpoint: (value) => {
    if (!URL.canParse(value)) throw new TypeError('endpoint is no URL');
    const url = new URL(value);
    if (!/^https?:$/.test(url.protocol)) throw new TypeError('endpoint must begin with https:// or http://');
    if (url.username || url.password) throw new TypeError('endpoint must hold no user and no password');
    return { endpoint: value };
  },
  region: (value) => {
    if (!/^[A-Za-z0-9-]+$/.test(value)) throw new TypeError('region is no name of a region');
    return { region: value };
  },
  pathStyle: (value) => ({ pathStyle: isOn('pathStyle', value) }),
  checksums: (value) => ({ checksums: isOn('checksums', value) }),
};

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&pathStyle=on&checksums=on`. Throws `TypeError` that says what is wrong, in
 * words that repeat nothing of what may be a secret. Access keys do not belong in it: it is shown in messages.
 */
export function s3Place(text: string): S3Place {
  if (!URL.canParse(text)) throw new TypeError('is no URL');
  const url = new URL(text);
  if (url.protocol !== 's3:') throw new TypeError('does not begin with s3://');
  if (url.username || url.password) throw new TypeError('must hold no access keys');
  if (url.port || url.hash) throw new TypeError('has more than a bucket, a prefix and parameters');
  if (!BUCKET.test(url.hostname)) throw new TypeError('names no bucket that there can be');
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  if (prefix !== '' && !PREFIX.test(prefix)) throw new TypeError('has a prefix that not every S3 can keep');
  const parameters = [...url.searchParams].map(([name, value]) => {
    const read = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (!read) throw new TypeError(`has a parameter that is none of ${Object.keys(PARAMETERS).join(', ')}`);
    return read(value);
  });
  return Object.assign({ bucket: url.hostname, prefix }, ...parameters) as S3Place;
}

function isOn(name: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new TypeError(`${name} must be on or off`);
  return value === 'on';
}

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureProblem } from './signature.ts';

export const CREDENTIALS = { accessKeyId: 'stand-in-key', secretAccessKey: 'stand/in+secret' };
const BUCKET = 'contents';
const MIN_PART_BYTES = 5 * 1024 * 1024;

interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  /** The checksum sent for the server to verify; null if none was sent. */
  readonly sha256: string | null;
  /** In milliseconds; tests may change it to age the object. */
  at: number;
}

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
  at: number;
}

/** Intercepts a request; returns true if it has handled it. */
type Meddle = (operation: string, req: IncomingMessage, res: ServerResponse) => boolean;

/** An in-memory S3 server for tests. It supports a subset of S3, as strictly as S3. */
export interface StandIn {
  readonly endpoint: string;
  /** Its bucket, as a value of the setting. */
  readonly url: string;
  readonly objects: Map<string, StoredObject>;
  readonly uploads: Map<string, Upload>;
  /** The operations requested, in order. */
  readonly asked: string[];
  /** Maximum number of objects in a page of a list. */
  pageSize: number;
  /** Called before each request is handled. */
  meddle: Meddle;
  /** The number of open connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** Listens on a local port, by default any free one. */
export async function standInS3(port = 0): Promise<StandIn> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();
  const keys = new Map([[CREDENTIALS.accessKeyId, CREDENTIALS.secretAccessKey]]);
  const server = createServer(async (req, res) => {
    const { operation, ...asked } = askedFor(req);
    s3.asked.push(operation);
    if (s3.meddle(operation, req, res)) return;
    try {
      const body = await bodyOf(req);
      const problem = signatureProblem(req, body, keys);
      if (problem) throw new Failure(problem === 'XAmzContentSHA256Mismatch' ? 400 : 403, problem);
      if (asked.bucket !== BUCKET) throw new Failure(404, 'NoSuchBucket');
      const answer = OPERATIONS[operation];
      if (!answer) throw new Failure(501, 'NotImplemented');
      answer({ s3, req, res, body, ...asked });
    } catch (error) {
      if (!(error instanceof Failure)) {
        res.destroy();
        return;
      }
      const text = `<Error><Code>${error.code}</Code><Message>${error.code} it is.</Message></Error>`;
      res.writeHead(error.status, { 'content-type': 'application/xml' }).end(text);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const s3: StandIn = {
    endpoint,
    url: `s3://${BUCKET}/files?endpoint=${encodeURIComponent(endpoint)}`,
    objects,
    uploads,
    asked: [],
    pageSize: 1000,
    meddle: () => false,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return s3;
}

class Failure extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

interface Asked {
  readonly s3: StandIn;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly body: Buffer;
  readonly key: string;
  readonly query: URLSearchParams;
}

function askedFor(req: IncomingMessage) {
  const url = new URL(String(req.url), 'http://s3');
  const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
  const key = rest.join('/');
  const query = url.searchParams;
  const marks = ['uploads', 'uploadId', 'partNumber', 'list-type'].filter((name) => query.has(name));
  const operation =
    NAMES[`${req.method} ${key ? 'object' : 'bucket'} ${marks.join(' ')}`.trim()] ?? 'Unknown';
  return { bucket, key, query, operation };
}

const NAMES: Readonly<Record<string, string>> = {
  'PUT object': 'PutObject',
  'GET object': 'GetObject',
  'HEAD object': 'HeadObject',
  'DELETE object': 'DeleteObject',
  'POST object uploads': 'CreateMultipartUpload',
  'PUT object uploadId partNumber': 'UploadPart',
  'POST object uploadId': 'CompleteMultipartUpload',
  'DELETE object uploadId': 'AbortMultipartUpload',
  'GET bucket list-type': 'ListObjectsV2',
  'GET bucket uploads': 'ListMultipartUploads',
};

const OPERATIONS: Readonly<Record<string, (asked: Asked) => void>> = {
  PutObject: ({ s3, req, res, key, body }) => {
    const given = req.headers['x-amz-checksum-sha256'];
    const sha256 = given === undefined ? null : String(given);
    if (sha256 !== null && sha256 !== digestOf('sha256', body, 'base64')) throw new Failure(400, 'BadDigest');
    const etag = `"${digestOf('md5', body, 'hex')}"`;
    s3.objects.set(key, { bytes: body, etag, sha256, at: Date.now() });
    res.writeHead(200, { etag }).end();
  },
  GetObject: ({ s3, req, res, key }) => {
    const object = objectOf(s3, key);
    const headers = { etag: object.etag, 'last-modified': new Date(object.at).toUTCString() };
    const { 'if-match': wanted, range } = req.headers;
    if (wanted !== undefined && wanted !== object.etag) throw new Failure(412, 'PreconditionFailed');
    if (range === undefined) {
      res.writeHead(200, { ...headers, 'content-length': object.bytes.length }).end(object.bytes);
      return;
    }
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
    const start = Number(from);
    const end = Math.min(to === '' ? Number.POSITIVE_INFINITY : Number(to), object.bytes.length - 1);
    if (from === '' || start > end) throw new Failure(416, 'InvalidRange');
    const part = object.bytes.subarray(start, end + 1);
    const place = { 'content-range': `bytes ${start}-${end}/${object.bytes.length}` };
    res.writeHead(206, { ...headers, ...place, 'content-length': part.length }).end(part);
  },
  HeadObject: ({ s3, res, key }) => {
    res.writeHead(200, { 'content-length': objectOf(s3, key).bytes.length }).end();
  },
  DeleteObject: ({ s3, res, key }) => {
    s3.objects.delete(key);
    res.writeHead(204).end();
  },
  CreateMultipartUpload: ({ s3, res, key }) => {
    const id = randomUUID();
    s3.uploads.set(id, { key, parts: new Map(), at: Date.now() });
    xml(res, 'InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`);
  },
  UploadPart: ({ s3, res, key, query, body }) => {
    uploadOf(s3, key, query).parts.set(Number(query.get('partNumber')), body);
    res.writeHead(200, { etag: `"${digestOf('md5', body, 'hex')}"` }).end();
  },
  CompleteMultipartUpload: ({ s3, res, key, query, body }) => {
    const upload = uploadOf(s3, key, query);
    const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(?:&quot;|")([0-9a-f]+)/.exec(part)?.[1],
    }));
    const parts = named.map(({ number, etag }, at) => {
      const bytes = upload.parts.get(number);
      if (!bytes || digestOf('md5', bytes, 'hex') !== etag) throw new Failure(400, 'InvalidPart');
      if (at > 0 && number <= (named[at - 1]?.number ?? 0)) throw new Failure(400, 'InvalidPartOrder');
      if (at < named.length - 1 && bytes.length < MIN_PART_BYTES) throw new Failure(400, 'EntityTooSmall');
      return bytes;
    });
    if (parts.length === 0) throw new Failure(400, 'MalformedXML');
    const bytes = Buffer.concat(parts);
    const etag = `"${digestOf('md5', bytes, 'hex')}-${parts.length}"`;
    s3.objects.set(key, { bytes, etag, sha256: null, at: Date.now() });
    s3.uploads.delete(String(query.get('uploadId')));
    xml(res, 'CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>&quot;${etag}&quot;</ETag>`);
  },
  AbortMultipartUpload: ({ s3, res, key, query }) => {
    uploadOf(s3, key, query);
    s3.uploads.delete(String(query.get('uploadId')));
    res.writeHead(204).end();
  },
  ListObjectsV2: ({ s3, res, query }) => {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const left = [...s3.objects].filter(([key]) => key.startsWith(prefix) && key > after).toSorted(byKey);
    const page = left.slice(0, s3.pageSize);
    const contents = page.map(
      ([key, { bytes, at }]) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    );
    const more = left.length > page.length;
    const next = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
    xml(res, 'ListBucketResult', `<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}`);
  },
  ListMultipartUploads: ({ s3, res, query }) => {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('upload-id-marker') ?? '';
    const left = [...s3.uploads]
      .filter(([id, { key }]) => key.startsWith(prefix) && id > after)
      .toSorted(byKey);
    const page = left.slice(0, s3.pageSize);
    const [last, { key: lastKey = '' } = {}] = page.at(-1) ?? [];
    const found = page.map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(at).toISOString()}</Initiated></Upload>`,
    );
    const next = `<NextKeyMarker>${lastKey}</NextKeyMarker><NextUploadIdMarker>${last}</NextUploadIdMarker>`;
    const more = left.length > page.length;
    xml(res, 'ListMultipartUploadsResult', `<IsTruncated>${more}</IsTruncated>${next}${found.join('')}`);
  },
};

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

function objectOf(s3: StandIn, key: string): StoredObject {
  const object = s3.objects.get(key);
  if (!object) throw new Failure(404, 'NoSuchKey');
  return object;
}

function uploadOf(s3: StandIn, key: string, query: URLSearchParams): Upload {
  const upload = s3.uploads.get(String(query.get('uploadId')));
  if (upload?.key !== key) throw new Failure(404, 'NoSuchUpload');
  return upload;
}

function xml(res: ServerResponse, name: string, inside: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?><${name}>${inside}</${name}>`;
  res.writeHead(200, { 'content-type': 'application/xml' }).end(text);
}

const digestOf = (algorithm: string, bytes: Buffer, as: 'hex' | 'base64') =>
  createHash(algorithm).update(bytes).digest(as);

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

import { type Operation, operations } from '@tandem/contract';
import { openApiDocument } from '@tandem/contract/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './client.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked through.
type Json = any;

const NAME = 'openapi.json';

interface Published {
  readonly document: Json;
  readonly ajv: Ajv2020;
}

let loaded: Published | undefined;

/** The published document in a JSON Schema validator. Loading takes 0.3 s, so only some test files use it. */
function published(): Published {
  if (loaded) return loaded;
  const document = JSON.parse(JSON.stringify(openApiDocument(operations)));
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, NAME);
  loaded = { document, ajv };
  return loaded;
}

/** A JSON pointer. */
const pointer = (...steps: readonly string[]): string =>
  `#${steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;

/** The errors that the published document finds in a JSON body; empty if there are none. */
export function contradictions(
  { path, method }: Pick<Operation, 'path' | 'method'>,
  status: number,
  body: unknown,
): readonly string[] {
  const { document, ajv } = published();
  const steps = ['paths', path.replace(/:(\w+)/g, '{$1}'), method, 'responses', String(status)];
  const response: Json = steps.reduce((inside, step) => inside?.[step], document);
  if (!response) return [`has no status ${status}`];
  const at: string = response.$ref ?? pointer(...steps);
  const validate = ajv.getSchema(`${NAME}${at}${pointer('content', 'application/json', 'schema').slice(1)}`);
  if (!validate) return ['has no JSON body'];
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Throws unless a JSON response of an operation matches the published document. */
export function checkPublished(operation: Operation, { status, headers, body }: Answer): void {
  const isJson = headers['content-type']?.startsWith('application/json');
  const isFile = '206' in operation.responses && status < 400;
  // 405 responses belong to no operation.
  if (!isJson || isFile || status === 405) return;
  const found = contradictions(operation, status, body);
  if (found.length > 0) throw new Error(`The OpenAPI document contradicts the answer: ${found.join('; ')}`);
}

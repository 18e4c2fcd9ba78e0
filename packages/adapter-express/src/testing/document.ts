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

/** The published document in a JSON Schema validator. Loading takes 0.3 s, so only some test files ask for it. */
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

/** What the published document finds wrong with a JSON body; empty when nothing is. */
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

/** Throws unless a JSON answer of an operation is as the published document says. */
export function checkPublished(operation: Operation, { status, headers, body }: Answer): void {
  const isJson = headers['content-type']?.startsWith('application/json');
  const isFile = '206' in operation.responses && status < 400;
  // The answer to a method that a path does not take belongs to none of its operations.
  if (!isJson || isFile || status === 405) return;
  const found = contradictions(operation, status, body);
  if (found.length > 0) throw new Error(`The OpenAPI document contradicts the answer: ${found.join('; ')}`);
}

import {
  type CreateDocumentOptions,
  createDocument,
  type oas31,
  type ZodOpenApiPathItemObject,
} from 'zod-openapi';
import { errorsOf } from './errors.ts';
import { errorResponses } from './openapi/errors.ts';
import { components } from './openapi/headers.ts';
import { messages } from './openapi/messages.ts';
import { withNullableTypes } from './openapi/nullable.ts';
import { BEARER, COOKIE, operationObject, tagOf } from './openapi/row.ts';
import { telemetry } from './openapi/telemetry.ts';
import { INFO, TAGS } from './openapi/texts.ts';
import type { Operation } from './operation.ts';

/**
 * The OpenAPI 3.1 document for rows of the contract, and for telemetry, served under a prefix such as `/team` or at the root.
 * The name of the session cookie depends on the server's address.
 */
export function openApiDocument(
  rows: readonly Operation[],
  prefix = '',
  cookieName = 'tandem-80',
): oas31.OpenAPIObject {
  const responsesOf = errorResponses();
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const row of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method]: operationObject(row, responsesOf(errorsOf(row))) };
  }
  const tags = [...new Set(rows.map(tagOf))].map((name) => ({ name, ...TAGS[name] }));
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: INFO,
      servers: [{ url: prefix || '/', description: 'The server that serves this document' }],
      tags,
      paths: { ...paths, ...telemetry(responsesOf) },
      webhooks: messages,
      components: {
        ...components,
        securitySchemes: {
          [BEARER]: { type: 'http', scheme: 'bearer', description: 'An API key: `tdm_…`' },
          [COOKIE]: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName,
            description:
              'The session of a browser, for pages of the server itself. The cookie name contains the port, and starts with `__Host-` behind HTTPS. A change also carries the header `Tandem-Session`: the id of the session, or `1`.',
          },
        },
      },
    },
    { override: plain },
  );
  return withNullableTypes(document);
}

/**
 * Removes what zod adds and clients do not need: the safe-integer range, and `additionalProperties: false`.
 */
const plain: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

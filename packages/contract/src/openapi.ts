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
import { INFO, TAGS } from './openapi/texts.ts';
import type { Operation } from './operation.ts';

/**
 * The OpenAPI 3.1 document of rows of the contract, which are served under a prefix such as `/team`, or at the root; the name of the
 * session's cookie depends on the address of the server.
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
      servers: [{ url: prefix || '/', description: 'The server that this document comes from' }],
      tags,
      paths,
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
              'The session of a browser, for pages of the server itself: the name says the port, and begins with `__Host-` behind HTTPS. A change carries the header `Tandem-Session` as well: the id of the session, or `1`.',
          },
        },
      },
    },
    { override: plain },
  );
  return withNullableTypes(document);
}

/** Without what zod adds and no client needs: how large a safe integer is, and that an answer holds no more. */
const plain: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

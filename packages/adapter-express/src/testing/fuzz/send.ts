import type { Operation } from '@tandem/contract';
import type { Sent } from '../client.ts';
import { type Example, exampleOf, holderFor, pathOf } from '../examples.ts';
import type { World } from '../world.ts';
import type { BodyPlan, By, Plan, UploadPlan } from './requests.ts';
import { EXAMPLE, filled, jsonOf, type Moment, resolved } from './tokens.ts';

/** The concrete request of a plan. */
export function written(operation: Operation, plan: Plan, w: World, moment: Moment): Sent {
  const example = exampleOf(operation, moment.seed);
  const secret = secretOf(plan.by, example, w);
  const { body, type } = bodyOf(plan.body, example, moment);
  const headers: Record<string, string> = {
    // Node adds it automatically, but not to a GET.
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...(type !== undefined && { 'Content-Type': type }),
    ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
  };
  for (const [name, value] of plan.headers) headers[name] = inHeader(filled(value, moment));
  return {
    method: operation.method.toUpperCase(),
    path: pathFor(operation, plan, example, moment),
    headers,
    body,
  };
}

function secretOf(by: By, example: Example, w: World): string | undefined {
  if (by === 'nobody') return undefined;
  if (by === 'other admin') return w.other.admin.secret;
  return (by === 'holder' ? holderFor(w, example) : w[by]).secret;
}

/** UTF-8 bytes as Latin-1, which is all that a header can carry. */
const inHeader = (value: string) =>
  Buffer.from(value)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

function pathFor(operation: Operation, plan: Plan, example: Example, moment: Moment): string {
  const params = Object.fromEntries(
    Object.entries(plan.params).map(([name, value]) => {
      const given = value === EXAMPLE ? (example.params?.[name] ?? '') : filled(value, moment);
      return [name, encoded(given)];
    }),
  );
  const path = pathOf(
    operation,
    Object.fromEntries(Object.keys(params).map((name) => [name, `:${name}`])),
  ).replace(/%3A(\w+)/g, (_, name: string) => params[name] ?? '');
  const query = plan.query.map(([name, value]) => {
    const given = filled(value, moment);
    // A held request would block the test; waiting.test.ts covers those.
    const held = name === 'wait' && Number(given) >= 1;
    return `${encoded(name)}=${held ? '0' : encoded(given)}`;
  });
  return `/api/v1${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Percent-encodes every character, and unpaired surrogates as U+FFFD. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function bodyOf(plan: BodyPlan, example: Example, moment: Moment): { body?: string; type?: string } {
  if (plan === 'nothing') return {};
  if ('raw' in plan) return { body: filled(plan.raw, moment), type: 'application/json' };
  if ('upload' in plan) return multipart(plan.upload, moment);
  return { body: jsonOf(resolved(plan.json, example.body, moment)), type: 'application/json' };
}

function multipart(plan: UploadPlan, moment: Moment): { body: string; type: string } {
  const name = filled(plan.fileName, moment).replace(/["\\]/g, '\\$&');
  const body =
    `--cut\r\nContent-Disposition: form-data; name="${plan.field}"; filename="${name}"\r\n` +
    `Content-Type: ${filled(plan.type, moment)}\r\n\r\n${filled(plan.content, moment)}\r\n--cut--\r\n`;
  return {
    body: body.slice(0, body.length - plan.cut),
    type: `multipart/form-data; boundary=${plan.boundary}`,
  };
}

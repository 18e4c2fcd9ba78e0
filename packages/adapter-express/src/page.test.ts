import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { inMemoryContents, inMemoryStorage } from '@tandem/core/in-memory';
import express from 'express';
import request from 'supertest';
import { createApp } from './server.ts';

/* The page as it is built: a document that refers to its files by relative addresses. */
const folder = mkdtempSync(join(tmpdir(), 'tandem-page-'));
const SCRIPT = `/* ${'long enough to be worth a compression '.repeat(40)} */`;
mkdirSync(join(folder, 'assets'));
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><base href="/" /><script type="module" src="./assets/index-1a.js"></script>',
);
writeFileSync(join(folder, 'assets/index-1a.js'), SCRIPT);
writeFileSync(join(folder, 'assets/notes.txt'), 'not of the page');
writeFileSync(join(folder, 'assets/manifest-1a.webmanifest'), '{"start_url":"../"}');
writeFileSync(join(folder, 'sw.js'), 'first()');
afterAll(() => rmSync(folder, { recursive: true }));

const ports = nodePorts();
const app = (pageFolder?: string) =>
  createApp({
    tandem: createTandem({ ...ports, storage: inMemoryStorage(), contents: inMemoryContents(ports) }),
    newId: ports.newId,
    rateLimit: 0,
    pageFolder,
  });
const served = app(folder);

/** The page's base path according to the document opened at an address. */
const homeOf = (html: string, address: string): string =>
  new URL(/<base href="([^"]*)"/.exec(html)?.[1] ?? '', new URL(address, 'http://host')).pathname;

test.each(['/', '/inbox', '/tasks', '/tasks/', '/tasks/12', '/settings/keys/new', '/sign-in?from=%2Ftasks'])(
  'the page is served at %s, and finds its files from there',
  async (address) => {
    const { status, text, headers } = await request(served).get(address);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(homeOf(text, address)).toBe('/');
  },
);

test.each(['/team', '/team/', '/team/tasks', '/team/tasks/12'])(
  'inside another app the page is served at %s, and finds its files from there',
  async (address) => {
    const { text } = await request(express().use('/team', served)).get(address);
    expect(homeOf(text, address)).toBe('/team/');
  },
);

test('the page may load only what this server serves, and may not be framed', async () => {
  const { headers } = await request(served).get('/tasks');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers['x-dns-prefetch-control']).toBe('off');
  expect(policy).not.toMatch(/unsafe|https?:|\*|sandbox/);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cache-control']).toBe('no-cache');
});

test('files of the page are cached for good, because their names change with their content', async () => {
  const { status, headers, text } = await request(served).get('/assets/index-1a.js');
  expect([status, text]).toEqual([200, SCRIPT]);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('long files are compressed for clients that accept it', async () => {
  const { headers } = await request(served).get('/assets/index-1a.js').set('Accept-Encoding', 'gzip');
  expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  expect(Number(headers['content-length'])).toBeLessThan(SCRIPT.length);
  const plain = await request(served).get('/assets/index-1a.js').set('Accept-Encoding', 'identity');
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  const known = await request(served).get('/assets/index-1a.js').set('If-None-Match', String(headers.etag));
  expect(known.status).toBe(304);
});

test('the page can be installed: it has a manifest and a service worker that is always revalidated', async () => {
  const manifest = await request(served).get('/assets/manifest-1a.webmanifest');
  expect([manifest.status, manifest.headers['content-type']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
  ]);
  const worker = await request(express().use('/team', served)).get('/team/sw.js');
  expect([worker.status, worker.headers['content-type'], worker.headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  const policy = String((await request(served).get('/')).headers['content-security-policy']);
  expect(policy).toContain("manifest-src 'self'; worker-src 'self'");
  // The policy of other responses would sandbox the worker.
  expect(worker.headers['content-security-policy']).toBe(policy);
});

test.each(['/assets/notes.txt', '/assets/other.js', '/assets/..%2findex.html', '/tasksx', '/index.html'])(
  '%s is not part of the page',
  async (address) => {
    const { status, body } = await request(served).get(address);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  },
);

test('the page accepts only GET and HEAD', async () => {
  const { status, headers } = await request(served).post('/tasks');
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

test('files that the next build removes are served until the server stops', async () => {
  const other = mkdtempSync(join(tmpdir(), 'tandem-page-'));
  mkdirSync(join(other, 'assets'));
  writeFileSync(join(other, 'index.html'), '<base href="/" />');
  writeFileSync(join(other, 'assets/index-1a.js'), 'first()');
  const running = app(other);
  rmSync(other, { recursive: true });
  expect((await request(running).get('/assets/index-1a.js')).text).toBe('first()');
});

test('without the page the printed address leads to the reference', async () => {
  const { status, headers } = await request(app()).get('/');
  expect([status, headers.location]).toEqual([302, '/docs']);
  expect((await request(app()).get('/tasks')).status).toBe(404);
});

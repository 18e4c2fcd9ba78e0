import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { installable } from './installable.ts';

/** Where `npm run dev -w apps/web` finds a server to speak to. */
const SERVER = process.env.TANDEM_URL ?? 'http://127.0.0.1:4700';

export default defineConfig({
  // The server tells by `<base>` below which path the page is; everything is found from there.
  base: './',
  plugins: [react(), installable()],
  resolve: {
    conditions: ['@tandem/source', ...defaultClientConditions],
    // The same parser, with what it needs of Node.
    alias: { 'csv-parse': 'csv-parse/browser/esm' },
  },
  build: {
    target: 'es2022',
    // Nothing is inlined: the page's policy allows only files of its own server.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': SERVER } },
});

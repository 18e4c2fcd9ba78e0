import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const read = (file: string): Buffer => readFileSync(new URL(`src/install/${file}`, import.meta.url));

/** The files that a person's browser needs offline. Icons are read by the system, while it installs the page. */
const IS_KEPT = /^assets\/.*\.(js|css|svg|woff2)$/;

/** The readers of imports, which are large and need a server anyway. */
const NOT_KEPT = /\/apps\/cli\/src\/import\//;

/** Makes the page installable: its manifest, icons and service worker; and the look before the first paint. */
export function installable(): Plugin {
  const emitted = { look: '', manifest: '' };
  return {
    name: 'tandem-installable',
    apply: 'build',
    generateBundle() {
      const emit = (name: string, source: string | Buffer) =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }));
      const icon = (size: number, purpose: 'any' | 'maskable') => {
        const name = purpose === 'any' ? `icon-${size}.png` : `icon-${size}-${purpose}.png`;
        const src = emit(name, read(name)).replace('assets/', './');
        return { src, sizes: `${size}x${size}`, type: 'image/png', purpose };
      };
      emitted.look = emit('look.js', read('look.js'));
      emitted.manifest = emit(
        'manifest.webmanifest',
        JSON.stringify({
          ...(JSON.parse(read('manifest.json').toString()) as object),
          icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
        }),
      );
    },
    transformIndexHtml: (html) =>
      // The script is no module, because it must run before the first paint; and after the base that it is found from.
      // The manifest is read with credentials, for hosts that let only signed-in people reach the page.
      html.replace(
        '<meta name="color-scheme"',
        `<script src="./${emitted.look}"></script>
    <link rel="manifest" href="./${emitted.manifest}" crossorigin="use-credentials" />
    <meta name="color-scheme"`,
      ),
    writeBundle({ dir }, bundle) {
      const files = Object.values(bundle)
        .filter(
          (file) =>
            IS_KEPT.test(file.fileName) &&
            !(file.type === 'chunk' && NOT_KEPT.test(file.facadeModuleId ?? '')),
        )
        .map(({ fileName }) => fileName);
      const version = createHash('sha256').update(files.join()).digest('base64url').slice(0, 12);
      const worker = read('sw.js')
        .toString()
        .replace("['FILES']", JSON.stringify(files.sort()))
        .replace('VERSION', version);
      writeFileSync(join(dir as string, 'sw.js'), worker);
    },
  };
}

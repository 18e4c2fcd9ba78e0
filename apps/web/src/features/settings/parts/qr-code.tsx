import { useQuery } from '@tanstack/react-query';
import { strings } from '../../../strings/index.ts';
import styles from './qr-code.module.css';

/** The QR code of a link; dark on light in both themes, as cameras expect. */
export function QrCode({ url, label = strings().settings.qrCode }: { url: string; label?: string }) {
  const { data } = useQuery({ queryKey: ['qr-code', url], queryFn: () => qrCodeOf(url), gcTime: 0 });
  return (
    data && (
      <svg
        role="img"
        aria-label={label}
        className={styles.code}
        viewBox={`-4 -4 ${data.size + 8} ${data.size + 8}`}
      >
        <path d={data.path} />
      </svg>
    )
  );
}

/**
 * The dark modules of a QR code as an SVG path, in modules. The library is loaded here, to keep the first page
 * small.
 */
async function qrCodeOf(text: string): Promise<{ readonly path: string; readonly size: number }> {
  const [{ generate }, { toSvgPath }] = await Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]);
  const code = generate(text);
  return { path: toSvgPath(code), size: code.size };
}

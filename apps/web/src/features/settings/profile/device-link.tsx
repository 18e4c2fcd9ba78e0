import { useQuery } from '@tanstack/react-query';
import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import styles from './device-link.module.css';

const words = () => strings().settings.profile.otherDevice;

/**
 * A one-time sign-in link to type, copy or scan. Its code is in the URL fragment, which is never sent to a server.
 */
export function DeviceLink({ code, onDone }: { readonly code: string; readonly onDone: () => void }) {
  const url = `${HOME.href}#code=${code}`;
  const { data } = useQuery({ queryKey: ['qr-code', url], queryFn: () => qrCodeOf(url), gcTime: 0 });
  return (
    <OneTimeSecret
      title={words().link}
      hint={words().linkHint}
      secret={url}
      noun={words().noun}
      onDone={onDone}
    >
      {data && (
        <svg
          role="img"
          aria-label={words().qrCode}
          className={styles.code}
          viewBox={`-4 -4 ${data.size + 8} ${data.size + 8}`}
        >
          <path d={data.path} />
        </svg>
      )}
    </OneTimeSecret>
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

import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import { QrCode } from '../parts/qr-code.tsx';

const words = () => strings().settings.profile.otherDevice;

/**
 * A one-time sign-in link to type, copy or scan. Its code is in the URL fragment, which is never sent to a server.
 */
export function DeviceLink({ code, onDone }: { readonly code: string; readonly onDone: () => void }) {
  const url = `${HOME.href}#code=${code}`;
  return (
    <OneTimeSecret
      title={words().link}
      hint={words().linkHint}
      secret={url}
      noun={words().noun}
      onDone={onDone}
    >
      <QrCode url={url} label={words().qrCode} />
    </OneTimeSecret>
  );
}

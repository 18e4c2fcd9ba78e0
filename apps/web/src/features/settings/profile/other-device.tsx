import { useMutation } from '@tanstack/react-query';
import { messageOf, tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { DeviceLink } from './device-link.tsx';

const words = () => strings().settings.profile.otherDevice;

/** Signs the person in on another device, with a one-time link that is valid for five minutes. */
export function OtherDevice() {
  const link = useMutation({ mutationFn: async () => tandem.sessions.link() });
  return (
    <Section title={words().title}>
      {link.data ? (
        <DeviceLink code={link.data.code} onDone={() => link.reset()} />
      ) : (
        <>
          <p className="soft small">{words().hint}</p>
          <p>
            <Button disabled={link.isPending} onClick={() => link.mutate()}>
              {words().create}
            </Button>
          </p>
        </>
      )}
      {link.error && <p role="alert">{messageOf(link.error)}</p>}
    </Section>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toasts.ts';
import { messageOf } from './tandem.ts';

interface Change<Given, Got> {
  /** Sends it. */
  readonly send: (given: Given) => PromiseLike<Got>;
  /** What it came to, in words; nothing is said where one sees it. */
  readonly said?: ((got: Got, given: Given) => string) | undefined;
  /** Subjects that are read anew: the first words of their queries' keys. Events tell of most of them as well, later. */
  readonly reads?: readonly string[];
  readonly onDone?: (got: Got, given: Given) => void;
}

/** Something that a person changes: what comes of it is told, and what was refused with its reason. */
export function useChange<Given = void, Got = unknown>({
  send,
  said,
  reads = [],
  onDone,
}: Change<Given, Got>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => send(given),
    onSuccess: (got, given) => {
      if (said) toast({ text: said(got, given) });
      onDone?.(got, given);
      for (const subject of reads) void queries.invalidateQueries({ queryKey: [subject] });
    },
    onError: (error) => toast({ tone: 'bad', text: messageOf(error) }),
  });
}

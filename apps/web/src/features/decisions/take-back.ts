import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/tandem.ts';
import { toast } from '../../ui/toasts.ts';

interface TakenBack {
  readonly send: () => PromiseLike<unknown>;
  readonly said: string;
}

/** Takes a decision back as far as that goes. It is asked for by a toast, when what decided is no longer on the page. */
export function useTakeBack({ send, said }: TakenBack): () => void {
  const queries = useQueryClient();
  return async () => {
    try {
      await send();
      toast({ text: said });
    } catch (error) {
      toast({ tone: 'bad', text: messageOf(error) });
    }
    await queries.invalidateQueries();
  };
}

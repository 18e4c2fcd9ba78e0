import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';

interface MoreProps {
  /** The paged list. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The button for the next page of a list. */
export const More = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) =>
  hasNextPage ? (
    <div>
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {strings().more}
      </Button>
    </div>
  ) : null;

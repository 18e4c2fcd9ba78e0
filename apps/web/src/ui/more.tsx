import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';

interface MoreProps {
  /** The list that goes on. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Behind a list of which there is more. */
export const More = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) =>
  hasNextPage ? (
    <div>
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {strings.more}
      </Button>
    </div>
  ) : null;

import type { Preferences } from '@tandem/client';
import { usePreferences } from '../../api/queries/preferences.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useCommands } from '../../ui/commands.ts';
import { Star } from '../../ui/icons.ts';
import { toast } from '../../ui/toasts.ts';
import styles from './favorite-star.module.css';
import { usePreferencesChange } from './use-preferences.ts';

/** The server's maximum. */
const MAX_FAVORITES = 50;

export type Favorite = Preferences['favorites'][number];

interface FavoriteStarProps extends Favorite {
  readonly name: string;
}

/** Keeps something in the side bar of the person, or takes it away. */
export function FavoriteStar({ kind, id, name }: FavoriteStarProps) {
  const favorites = usePreferences()?.favorites;
  const may = useMay('tasks:write');
  const { mutate } = usePreferencesChange();
  const others = favorites?.filter((each) => each.kind !== kind || each.id !== id) ?? [];
  const isFavorite = favorites !== undefined && others.length < favorites.length;
  const text = isFavorite
    ? strings().preferences.removeFavorite(name)
    : strings().preferences.addFavorite(name);
  const act = () => {
    if (isFavorite) mutate({ favorites: others });
    else if (others.length < MAX_FAVORITES) mutate({ favorites: [...others, { kind, id }] });
    else toast({ tone: 'bad', text: strings().preferences.tooMany });
  };
  const isOffered = favorites !== undefined && may;
  useCommands(isOffered ? [{ text, act }] : []);
  return (
    isOffered && (
      <Button
        icon
        className={styles.star}
        aria-label={text}
        title={text}
        aria-pressed={isFavorite}
        onClick={act}
      >
        <Star />
      </Button>
    )
  );
}

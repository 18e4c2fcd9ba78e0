import type { Call, Options } from '@tandem/client';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { expectUnchanged } from '../../api/conflict-error.ts';
import { useMay } from '../../api/queries/who.ts';
import { isGone } from '../../api/tandem.ts';
import { updateIfMatch } from '../../api/update-if-match.ts';
import { strings } from '../../strings/index.ts';
import { showFields, useChange } from '../../ui/change.ts';
import { Editable } from '../../ui/editable.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { LongText } from '../../ui/long-text/long-text.tsx';
import { Page } from '../../ui/page.tsx';
import { FavoriteStar } from '../preferences/favorite-star.tsx';
import { Actions } from './actions.tsx';
import { type PlanKind, singular } from './kind.ts';
import styles from './plans.module.css';

/** A project, goal or initiative. */
interface Plan {
  readonly description: string | null;
  readonly test?: string | null;
  readonly archived?: boolean;
}

interface Operations<Thing, Body> {
  readonly get: (id: string) => Call<Thing>;
  readonly update: (id: string, body: Body, options?: Options) => Call<Thing>;
  readonly delete: (id: string) => PromiseLike<unknown>;
  readonly archive?: (id: string) => PromiseLike<unknown>;
  readonly unarchive?: (id: string) => PromiseLike<unknown>;
}

interface PlanPageProps<Thing extends Plan, Body> {
  readonly id: string;
  readonly kind: PlanKind;
  readonly query: UseQueryOptions<Thing, Error, Thing, string[]> & { readonly queryKey: string[] };
  readonly operations: Operations<Thing, Body>;
  /** The field that names it. */
  readonly name: 'name' | 'title';
  /** The fields whose changes are shown before the server answers. */
  readonly shows: readonly (keyof Thing & keyof Body)[];
  /** Other queries to read again once it is deleted. */
  readonly deleteReads?: readonly string[];
  /** The fields column; in a narrow window it comes first. */
  readonly fields: (plan: Thing, edit: Editing<Body>) => ReactNode;
  readonly top?: (plan: Thing, locked: boolean) => ReactNode;
  readonly children: (plan: Thing, edit: Editing<Body>) => ReactNode;
}

interface Editing<Body> {
  readonly edit: (body: Body) => void;
  readonly editAsync: (body: Body) => Promise<unknown>;
  readonly locked: boolean;
  /** A long text, edited in place. */
  readonly text: (field: 'description' | 'test', title: string, none: string) => ReactNode;
}

/** The page of a project, goal or initiative: its name, actions, fields and content. */
export function PlanPage<Thing extends Plan, Body extends object>(props: PlanPageProps<Thing, Body>) {
  const { id, kind, query, operations, name } = props;
  const { data: plan, error, refetch } = useQuery(query);
  const locked = !useMay('tasks:write');
  const edit = useEdit(props);
  const saveText = useSaveText(props);
  const actions = useActions(props);
  const { plans, [kind]: texts } = strings();
  if (error && (!plan || isGone(error))) {
    return (
      <Page title={texts.one}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!plan) return null;
  const title = nameOf(plan, name);
  const editing: Editing<Body> = {
    edit: edit.mutate,
    editAsync: edit.mutateAsync,
    locked,
    text: (field, label, none) => (
      <LongText
        title={label}
        value={plan[field] ?? ''}
        none={none}
        may={!locked}
        draftKey={`${field}-${id}`}
        send={saveText(field, label.toLowerCase())}
      />
    ),
  };
  return (
    <Page
      title={title}
      heading={
        <Editable
          draftKey={`${singular(kind)}-${name}-${id}`}
          field={plans[name]}
          value={title}
          onSave={(to) => edit.mutateAsync({ [name]: to } as Body)}
          locked={locked}
        >
          <h1>{title}</h1>
        </Editable>
      }
      actions={
        <div className="beside">
          {kind === 'projects' && <FavoriteStar kind="project" id={id} name={title} />}
          {!locked && (
            <Actions
              archived={plan.archived}
              {...(operations.archive && { onArchive: actions.archive.mutate })}
              onDelete={() => actions.remove.mutate(title)}
              deleteTitle={texts.deleteTitle(title)}
              deleteHint={texts.deleteHint}
            />
          )}
        </div>
      }
    >
      {plan.archived && 'archivedHint' in texts && <p className={styles.banner}>{texts.archivedHint}</p>}
      {props.top?.(plan, locked)}
      <div className={styles.sheet}>
        <aside className={styles.fields} aria-label={plans.details}>
          {props.fields(plan, editing)}
        </aside>
        <div className={styles.body}>{props.children(plan, editing)}</div>
      </div>
    </Page>
  );
}

const nameOf = (plan: object, name: 'name' | 'title') => (plan as Record<typeof name, string>)[name];

/** Edits fields: shown immediately, and reverted with the reason if the server refuses the change. */
function useEdit<Thing extends Plan, Body extends object>(props: PlanPageProps<Thing, Body>) {
  const { id, kind, query, operations, shows } = props;
  const queries = useQueryClient();
  return useChange({
    send: (body: Body) => operations.update(id, body),
    optimistic: (body) => {
      const visible = shows.filter((name) => name in body).map((name) => [name, body[name]]);
      return showFields<Thing>(queries, query.queryKey, Object.fromEntries(visible) as Partial<Thing>);
    },
    onDone: (plan) => queries.setQueryData<Thing>(query.queryKey, plan),
    invalidates: [kind],
  });
}

/**
 * Saves a long text, as `LongText` calls it. It overwrites only the text that the edit began with. An empty text is
 * saved as null.
 */
function useSaveText<Thing extends Plan, Body>({ id, query, operations }: PlanPageProps<Thing, Body>) {
  const queries = useQueryClient();
  return (field: 'description' | 'test', what: string) => async (text: string, base: string) => {
    const plan = await updateIfMatch(
      () => operations.get(id).withResponse(),
      async ({ data }, options) => {
        expectUnchanged(what, base, data[field] ?? '');
        return operations.update(id, { [field]: text.trim() === '' ? null : text } as Body, options);
      },
    );
    queries.setQueryData(query.queryKey, plan);
  };
}

function useActions<Thing extends Plan, Body>(props: PlanPageProps<Thing, Body>) {
  const { id, kind, operations, name, deleteReads = [] } = props;
  const navigate = useNavigate();
  const { plans, [kind]: texts } = strings();
  const archive = useChange({
    send: async (archived: boolean) => operations[archived ? 'archive' : 'unarchive']?.(id),
    successMessage: (plan, archived) => {
      const title = nameOf(plan as object, name);
      return archived ? plans.archivedNow(title) : plans.unarchivedNow(title);
    },
    invalidates: [kind, singular(kind)],
  });
  const remove = useChange({
    send: (_title: string) => operations.delete(id),
    successMessage: (_, title) => texts.deleted(title),
    invalidates: [kind, ...deleteReads],
    onDone: () => void navigate({ to: `/${kind}` }),
  });
  return { archive, remove };
}

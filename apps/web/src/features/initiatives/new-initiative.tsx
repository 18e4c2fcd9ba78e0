import { useNavigate } from '@tanstack/react-router';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { MarkdownField } from '../../ui/markdown-field.tsx';
import { NewPlan, type NewPlanProps } from '../plans/new-plan.tsx';

const EMPTY = { name: '', description: '' };

export function NewInitiative(props: NewPlanProps) {
  const navigate = useNavigate();
  return (
    <NewPlan
      {...props}
      kind="initiatives"
      empty={EMPTY}
      name="name"
      create={({ name, description }) =>
        tandem.initiatives.create({ name, ...(description !== '' && { description }) })
      }
      onCreated={(initiativeId) =>
        void navigate({ to: '/initiatives/$initiativeId', params: { initiativeId } })
      }
    >
      {(draft, change, submit) => (
        <MarkdownField
          label={strings().plans.description}
          value={draft.description}
          onChange={(description) => change({ description })}
          rows={4}
          onSubmit={submit}
        />
      )}
    </NewPlan>
  );
}

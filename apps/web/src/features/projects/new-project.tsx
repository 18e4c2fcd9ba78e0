import { useNavigate } from '@tanstack/react-router';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { MarkdownField } from '../../ui/markdown-field.tsx';
import { InitiativePicker, NewPlan, type NewPlanProps } from '../plans/new-plan.tsx';

const EMPTY = { title: '', description: '', initiativeId: '', initiative: '' };

export function NewProject(props: NewPlanProps) {
  const navigate = useNavigate();
  return (
    <NewPlan
      {...props}
      kind="projects"
      empty={EMPTY}
      name="title"
      create={({ title, description, initiativeId }) =>
        tandem.projects.create({
          title,
          ...(description !== '' && { description }),
          ...(initiativeId !== '' && { initiativeId }),
        })
      }
      onCreated={(projectId) => void navigate({ to: '/projects/$projectId', params: { projectId } })}
    >
      {(draft, change, submit) => (
        <>
          <MarkdownField
            label={strings().plans.description}
            value={draft.description}
            onChange={(description) => change({ description })}
            rows={4}
            onSubmit={submit}
          />
          <InitiativePicker draft={draft} onChange={change} />
        </>
      )}
    </NewPlan>
  );
}

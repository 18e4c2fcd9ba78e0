import { PROJECT_STATUSES, type Project, type ProjectsUpdateBody } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { useCommands } from '../../ui/commands.ts';
import { DateField } from '../../ui/date-field.tsx';
import { optionsOf, Select } from '../../ui/select.tsx';
import { useGoalChoices } from '../plans/choices.ts';
import { InitiativeField } from '../plans/initiative-field.tsx';
import { PlanPicker } from '../plans/plan-picker.tsx';
import { Times } from '../plans/times.tsx';
import { ColorField } from './color-field.tsx';

interface ProjectFieldsProps {
  readonly project: Project;
  readonly edit: (body: ProjectsUpdateBody) => void;
  readonly locked: boolean;
}

/** A project's fields other than its texts. */
export function ProjectFields({ project, edit, locked }: ProjectFieldsProps) {
  const { status, color, targetDate, initiative, goal } = project;
  const { plans, projects, palette } = strings();
  const statuses = optionsOf(PROJECT_STATUSES, projects.status);
  const others = locked ? [] : statuses.filter(({ value }) => value !== status);
  useCommands(
    others.map(({ value, text }) => ({ text: palette.setStatus(text), act: () => edit({ status: value }) })),
  );
  return (
    <>
      <Select
        label={plans.status}
        value={status}
        options={statuses}
        onChange={(to) => edit({ status: to })}
        disabled={locked}
      />
      <DateField
        label={plans.targetDate}
        value={targetDate}
        onChange={(to) => edit({ targetDate: to })}
        disabled={locked}
      />
      <InitiativeField initiative={initiative} edit={edit} locked={locked} />
      <PlanPicker
        label={plans.goal}
        value={goal && { value: goal.id, text: goal.title }}
        onChange={(goalId) => edit({ goalId })}
        useChoices={useGoalChoices}
        locked={locked}
      >
        {goal && (
          <Link to="/goals/$goalId" params={{ goalId: goal.id }}>
            {goal.title}
          </Link>
        )}
      </PlanPicker>
      <ColorField
        label={projects.color}
        value={color}
        onChange={(to) => edit({ color: to })}
        disabled={locked}
      />
      <Times of={project} />
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { useInitiativeChoices } from './choices.ts';
import { PlanPicker } from './plan-picker.tsx';

interface InitiativeFieldProps {
  readonly initiative: { readonly id: string; readonly name: string } | null;
  readonly edit: (to: { readonly initiativeId: string | null }) => void;
  readonly locked: boolean;
}

/** The initiative of a project or goal, with a link to it. */
export const InitiativeField = ({ initiative, edit, locked }: InitiativeFieldProps) => (
  <PlanPicker
    label={strings().plans.initiative}
    value={initiative && { value: initiative.id, text: initiative.name }}
    onChange={(initiativeId) => edit({ initiativeId })}
    useChoices={useInitiativeChoices}
    locked={locked}
  >
    {initiative && (
      <Link to="/initiatives/$initiativeId" params={{ initiativeId: initiative.id }}>
        {initiative.name}
      </Link>
    )}
  </PlanPicker>
);

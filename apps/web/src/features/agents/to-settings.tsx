import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';

/** Where agents are registered, get their keys, and are deleted. */
export const ToSettings = () => (
  <Link to="/settings/$section" params={{ section: 'agents' }}>
    {strings.agents.inSettings}
  </Link>
);

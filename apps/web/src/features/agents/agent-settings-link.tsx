import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';

/** Link to the settings where agents are registered, get keys, and are deleted. */
export const AgentSettingsLink = () => (
  <Link to="/settings/$section" params={{ section: 'agents' }}>
    {strings().agents.manage}
  </Link>
);

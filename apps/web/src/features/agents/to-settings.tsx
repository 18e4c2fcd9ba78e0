import { Link } from '@tanstack/react-router';
import { texts } from '../../app/texts/index.ts';

/** Where agents are registered, get their keys, and are deleted. */
export const ToSettings = () => (
  <Link to="/settings/$section" params={{ section: 'agents' }}>
    {texts.agents.inSettings}
  </Link>
);

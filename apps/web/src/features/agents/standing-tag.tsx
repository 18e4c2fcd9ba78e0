import { strings } from '../../strings/index.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import type { AgentStanding } from './standing.ts';

const TONES: Readonly<Record<AgentStanding, Tone>> = {
  working: 'good',
  stopping: 'warn',
  paused: 'warn',
  limit: 'bad',
  free: 'quiet',
};

export const StandingTag = ({ standing }: { standing: AgentStanding }) => (
  <Tag tone={TONES[standing]}>{strings().agents.standing[standing]}</Tag>
);

import { strings } from '../../strings/index.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import type { AgentStanding } from './standing.ts';

const TONES: Readonly<Record<AgentStanding, Tone>> = {
  working: 'good',
  stopping: 'warn',
  paused: 'warn',
  limit: 'bad',
  idle: 'quiet',
};

export const StandingTag = ({ standing }: { standing: AgentStanding }) => (
  <Tag tone={TONES[standing]}>{strings().agents.state[standing]}</Tag>
);

import { strings } from '../../strings/index.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import type { AgentState } from './agent-state.ts';

const TONES: Readonly<Record<AgentState, Tone>> = {
  working: 'good',
  stopping: 'warn',
  paused: 'warn',
  limit: 'bad',
  idle: 'quiet',
};

export const AgentStateTag = ({ state }: { state: AgentState }) => (
  <Tag tone={TONES[state]}>{strings().agents.state[state]}</Tag>
);

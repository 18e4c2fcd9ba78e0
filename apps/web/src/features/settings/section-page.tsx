import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useCurrentMember } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotFound } from '../../ui/not-found.tsx';
import { Page } from '../../ui/page.tsx';
import { AgentsSection } from './agents/agents-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { LabelsSection } from './labels/labels-section.tsx';
import { MembersSection } from './members/members-section.tsx';
import { ProfileSection } from './profile/profile-section.tsx';
import { SECTIONS, type SectionName } from './sections.ts';
import { SessionsSection } from './sessions/sessions-section.tsx';
import { UsageSection } from './usage/usage-section.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';
import { WorkspaceSection } from './workspace/workspace-section.tsx';

const route = getRouteApi('/shell/settings/$section');

const SHOWN: Readonly<Record<SectionName, ComponentType>> = {
  profile: ProfileSection,
  keys: KeysSection,
  sessions: SessionsSection,
  members: MembersSection,
  agents: AgentsSection,
  labels: LabelsSection,
  workspace: WorkspaceSection,
  webhooks: WebhooksSection,
  usage: UsageSection,
};

/** A settings section. Without permission it explains why it is empty. */
export function SectionPage() {
  const { section: name } = route.useParams();
  const who = useCurrentMember();
  const section = SECTIONS.find((each) => each.name === name);
  if (!section) return <NotFound />;
  const Shown = SHOWN[section.name];
  return (
    <Page title={strings().settings.sections[section.name]}>
      {section.isFor(who) ? (
        <Shown key={section.name} />
      ) : (
        who.isKnown && (
          <EmptyState title={strings().settings.notForYou} hint={strings().settings.notForYouHint} />
        )
      )}
    </Page>
  );
}

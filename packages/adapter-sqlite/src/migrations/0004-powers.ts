/**
 * Limits of powers. A runtime key created by the operator acts for the operator alone, not for the member named with
 * it. chats_from is the first chat number that a person can see. Existing relations count as created by a person.
 */
export const powers = `
UPDATE keys SET created_by = NULL
WHERE kind = 'runtime' AND EXISTS (
  SELECT 1 FROM events e
  WHERE e.workspace_id = keys.workspace_id AND e.entity_type = 'key' AND e.entity_id = keys.id
    AND e.action = 'created' AND e.actor_id = 'operator'
);

ALTER TABLE members ADD COLUMN chats_from INTEGER NOT NULL DEFAULT 0;

ALTER TABLE relations ADD COLUMN made_by TEXT NOT NULL DEFAULT 'human';
`;

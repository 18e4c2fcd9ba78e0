/** An example for each command that works on the database. */
export const OPERATOR_EXAMPLES: readonly string[] = [
  'tandem serve --port 8080 --data ~/tandem',
  'tandem workspace create --name Acme --admin ada',
  'tandem workspace list --json',
  'tandem workspace set ID --chat off',
  'tandem key create --workspace ID --member ada --kind person --scopes full --name laptop',
  'tandem key revoke ID',
  'tandem member open-chats --workspace ID --member ada',
  'tandem web-link --member ada --url https://tandem.example.com',
  'tandem backup /backups/tandem-2026-11-21',
  'tandem restore /backups/tandem-2026-11-21',
  'tandem rollback',
  'tandem move --to postgres://tandem@db.example.com/tandem',
  'tandem doctor --repair',
];

import { count, integer, moment, table, text } from '../../table.ts';
import { AUTHORED } from '../access/authors.ts';

export const files = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  file_name: text,
  mime_type: text,
  size: count,
  sha256: text,
  uploader_id: text,
  created_at: moment,
});

export const attachments = table(['workspace_id', 'id'], {
  workspace_id: text,
  id: text,
  seq: integer,
  number: integer,
  file_id: text,
  ...AUTHORED,
  created_at: moment,
});

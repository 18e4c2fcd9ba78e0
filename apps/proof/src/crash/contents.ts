import { createHash } from 'node:crypto';
import { localFiles } from '@tandem/adapter-files';
import type { Rows } from './rows.ts';

interface FileRow {
  id: string;
  size: number;
  sha256: string;
}

/** File records after `rowid` whose content is missing or incomplete; a sentence each. */
export async function contentProblems(rows: Rows, directory: string, after = 0): Promise<string[]> {
  const contents = localFiles({ directory });
  const problems: string[] = [];
  for (const file of rows<FileRow>('SELECT id, size, sha256 FROM files WHERE rowid > ?', after)) {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of contents.read(file.id)) {
        hash.update(chunk);
        size += chunk.length;
      }
    } catch (error) {
      problems.push(`file ${file.id}: ${(error as Error).message}`);
      continue;
    }
    if (size !== file.size || hash.digest('hex') !== file.sha256) {
      problems.push(`file ${file.id} has ${size} of ${file.size} bytes, or others`);
    }
  }
  return problems;
}

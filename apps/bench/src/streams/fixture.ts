import { nodePorts } from '@tandem/adapter-node';
import { sqliteStorage } from '@tandem/adapter-sqlite';
import { createTandem, positionAt } from '@tandem/core';
import { databaseIn, type Seeded } from '../seed.ts';

/** Streams that one key may hold at a time. */
const STREAMS_OF_A_KEY = 20;

/** A workspace with a long log, and keys for those who read it. */
export interface StreamsFixture {
  readonly folder: string;
  readonly tasks: number;
  /** Key of a person who changes tasks. */
  readonly secret: string;
  /** Keys of readers, one per stream. */
  readonly readers: readonly string[];
  /** Positions before the first event and after the last of a task. */
  readonly oldest: string;
  readonly latest: string;
  readonly events: number;
}

/** Creates keys for this many streams in a seeded workspace. */
export async function seedStreams(seeded: Seeded, streams: number): Promise<StreamsFixture> {
  const { folder, workspaceId, tasks, secret, admin } = seeded;
  const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ file: databaseIn(folder) }) });
  try {
    // Before keys are made, of which the readers are not told.
    const { position } = await tandem.events.after(workspaceId, 'latest');
    const events = Number.parseInt(position.split('-').at(-1) as string, 36);
    const secrets: string[] = [];
    for (let i = 0; i * STREAMS_OF_A_KEY < streams; i++) {
      const reader = { name: `reader-${i}`, kind: 'person', scopes: ['tasks:read'] } as const;
      secrets.push((await tandem.operator.createKey(workspaceId, admin, reader)).secret);
    }
    return {
      folder,
      tasks,
      secret,
      readers: Array.from({ length: streams }, (_, i) => secrets[Math.floor(i / STREAMS_OF_A_KEY)] as string),
      oldest: positionAt(workspaceId, 0),
      latest: position,
      events,
    };
  } finally {
    await tandem.close();
  }
}

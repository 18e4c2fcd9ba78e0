import { type Api, apiOf, type Serving, serve, tandem, temporaryFolder } from '@tandem/server/testing';

/** Several built servers on one database, with one folder for files. */
export interface Fleet {
  readonly dataDir: string;
  /** The running servers by position; a restarted one replaces its predecessor. */
  readonly servers: readonly Serving[];
  /** The key of the admin of the only workspace. */
  readonly key: string;
  /** The admin, through the server at a position; positions wrap around. */
  ada(place: number): Api;
  url(place: number): string;
  /** Kills the server at a position, and starts another there. */
  killed(place: number): Promise<void>;
  /** Starts a server at a position whose server has ended. */
  begin(place: number): Promise<void>;
}

type Env = Readonly<Record<string, string>>;

/** Creates a workspace in an empty database, and starts servers on it. */
export async function startFleet(databaseUrl: string, count: number, env: Env = {}): Promise<Fleet> {
  const dataDir = temporaryFolder();
  const settings = { TANDEM_DATABASE_URL: databaseUrl, TANDEM_RATE_LIMIT: '0', ...env };
  const made = await tandem(['workspace', 'create', '--name', 'Acme', '--admin', 'ada', '--json'], {
    ...settings,
    TANDEM_DATA_DIR: dataDir,
  });
  if (made.code !== 0) throw new Error(made.stderr);
  const key = JSON.parse(made.stdout).key.secret as string;
  const servers = await Promise.all(Array.from({ length: count }, () => serve(dataDir, settings)));
  const at = (place: number) => servers[place % count] as Serving;
  const begin = async (place: number) => {
    const { port } = new URL(at(place).url);
    servers[place % count] = await serve(dataDir, { ...settings, TANDEM_PORT: port });
  };
  return {
    dataDir,
    servers,
    key,
    ada: (place) => apiOf(at(place).url, key),
    url: (place) => at(place).url,
    killed: async (place) => {
      const server = at(place);
      server.signal('SIGKILL');
      await server.ended;
      await begin(place);
    },
    begin,
  };
}

/**
 * The cause of a failed `npm ci` and its fix, in one line. Pure: `around` describes the environment.
 *
 * @param {string} output npm's output, standard output and error
 * @param {{ root: string, has: (program: string) => boolean, headers: string | null }} around the clone; which
 *   programs are installed; the folder of Node's own headers
 */
export function whyInstallFailed(output, around) {
  const reason = REASONS.find(({ sign }) => sign.test(output));
  if (reason) return reason.line(around, output);
  return `The dependencies could not be installed: ${firstComplaint(output)}. See the lines above.`;
}

const REASONS = [
  {
    sign: /ENOSPC/,
    line: ({ root }) =>
      `The disk is full. Free some space (df -h ${root} shows the disk's usage), then try again.`,
  },
  {
    sign: /root-owned files|\bE(ACCES|PERM): (permission denied|operation not permitted)|\bEROFS\b/,
    line: ({ root }, output) => {
      const path = /^npm error path (.+)$/m.exec(output)?.[1] ?? root;
      return path.startsWith(root)
        ? `This user may not write to ${root}. Run sudo chown -R "$(id -un)" ${root}, then try again.`
        : `This user may not write to npm's cache. Run sudo chown -R "$(id -un)" "$(npm config get cache)", then try again.`;
    },
  },
  {
    sign: /find Python|not found: make|make: (cc|c\+\+|g\+\+|gcc|clang(\+\+)?): |(cc|c\+\+|g\+\+|gcc): (command )?not found|xcode-select|No Xcode/,
    line: ({ has }, output) => {
      const missing = /find Python/.test(output)
        ? 'Python'
        : /not found: make/.test(output)
          ? 'make'
          : 'C++ compiler';
      return `better-sqlite3 has to be compiled here, but ${missing} is missing. Run ${toolsFor(has)}, then try again.`;
    },
  },
  {
    sign: /related to network connectivity|gyp ERR!.*(FetchError|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|response downloading)/,
    line: ({ headers }) =>
      "better-sqlite3 has to be compiled here, but Node's headers could not be downloaded. " +
      (headers
        ? `Run npm_config_nodedir=${headers} npm ci, then try again.`
        : 'Check the network (curl -I https://nodejs.org), then try again.'),
  },
  {
    sign: /npm error code (E(CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ERR_SOCKET_TIMEOUT|\w*CERT\w*)/,
    line: (_around, output) => {
      const [, code] = /npm error code (\w+)/.exec(output);
      const registry = /request to (https?:\/\/[^/\s]+)/.exec(output)?.[1];
      return `The package registry${registry ? ` at ${registry}` : ''} cannot be reached (${code}). Check the network and its proxy until npm ping succeeds, then try again.`;
    },
  },
  {
    sign: /npm error code EINTEGRITY/,
    line: () =>
      'A cached package does not match package-lock.json. Run npm cache clean --force, then try again.',
  },
  {
    sign: /npm error code EUSAGE[\s\S]*(in sync|lockfile)/,
    line: ({ root }) =>
      `package.json and package-lock.json do not match. Run git -C ${root} status to see what changed, or npm install to update the lock file.`,
  },
];

/** The commands that install Python, make and a C++ compiler, by the package manager that is present. */
const TOOLS = [
  ['apt-get', 'sudo apt-get install -y python3 make g++'],
  ['dnf', 'sudo dnf install -y python3 make gcc-c++'],
  ['apk', 'apk add python3 make g++'],
  ['pacman', 'sudo pacman -S --needed python make gcc'],
  ['zypper', 'sudo zypper install -y python3 make gcc-c++'],
  ['xcode-select', 'xcode-select --install'],
];

const toolsFor = (has) =>
  TOOLS.find(([program]) => has(program))?.[1] ?? 'the command that installs Python, make and a C++ compiler';

/** The first meaningful line of npm's output. */
function firstComplaint(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  return (
    lines.find(
      (line) => line !== '' && !/^(code|syscall|errno|path|command) |^npm (warn|notice)/.test(line),
    ) ?? 'npm ci failed'
  );
}

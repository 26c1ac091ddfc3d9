/** What a systemd unit of the portal is made of. */
export interface UnitOptions {
  /** The Node that runs it, with its arguments, up to the script. */
  readonly program: readonly string[]
  /** The same for the command line, without a command. */
  readonly commandLine: readonly string[]
  /** Where the config is. */
  readonly folder: string
  /** Where the portal writes. */
  readonly dataFolder: string
  readonly environmentFile: string
  /** The user it runs as; undefined for a unit of one's own user. */
  readonly user: string | undefined
  readonly stopSeconds: number
  readonly memoryMax?: string | undefined
}

const startSeconds = 300

/** The text of the unit. Nothing in it changes from one call to the next. */
export function toUnit(options: UnitOptions): string {
  const { program, commandLine, folder, environmentFile, user, stopSeconds, memoryMax } = options
  return [
    '[Unit]',
    'Description=Portico, a developer portal',
    ...(user === undefined ? [] : ['After=network-online.target postgresql.service', 'Wants=network-online.target']),
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${toCommand(program)}`,
    '# "systemctl start" returns when the portal answers; if that takes longer, it goes on starting.',
    `ExecStartPost=-${toCommand([...commandLine, 'health', '--wait', `${startSeconds - 60}s`])}`,
    `TimeoutStartSec=${startSeconds}`,
    `WorkingDirectory=${escape(folder)}`,
    '# Secrets, one NAME=value a line. The config reads them: ${NAME}.',
    `EnvironmentFile=-${escape(environmentFile)}`,
    'Environment=MALLOC_MMAP_THRESHOLD_=131072',
    `Environment="NODE_COMPILE_CACHE=${escape(options.dataFolder)}/compile-cache"`,
    ...(user === undefined ? [] : [`User=${user}`, `Group=${user}`]),
    'Restart=on-failure',
    'RestartSec=5',
    '# Only the server gets the signal; it finishes requests and jobs, and stops the embedded PostgreSQL last.',
    'KillMode=mixed',
    `TimeoutStopSec=${stopSeconds}`,
    ...(memoryMax === undefined ? [] : [`MemoryMax=${memoryMax}`]),
    '',
    '# What it does not need is taken from it. No MemoryDenyWriteExecute: Node compiles code at run time.',
    ...(user === undefined ? ownUserLimits : systemLimits(options)),
    '',
    '[Install]',
    `WantedBy=${user === undefined ? 'default.target' : 'multi-user.target'}`,
    '',
  ].join('\n')
}

/** These need no rights, so that they also hold in a unit of one's own user. */
const ownUserLimits = [
  'UMask=0077',
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'RestrictNamespaces=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged @resources',
  'SystemCallErrorNumber=EPERM',
]

function systemLimits({ folder, dataFolder, program }: UnitOptions): string[] {
  const state = /^\/var\/lib\/([\w.-]+)$/.exec(dataFolder)?.[1]
  return [
    ...(state === undefined ? [`ReadWritePaths=${toCommand([dataFolder])}`] : [`StateDirectory=${state}`, 'StateDirectoryMode=0750']),
    '# The socket of the embedded PostgreSQL is there, where the command line finds it.',
    'RuntimeDirectory=portico',
    'RuntimeDirectoryMode=0700',
    'ProtectSystem=strict',
    `ProtectHome=${[folder, dataFolder, ...program].some(isInHome) ? 'read-only' : 'yes'}`,
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'ProtectProc=invisible',
    'ProtectClock=yes',
    'ProtectHostname=yes',
    'ProtectControlGroups=yes',
    'ProtectKernelLogs=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'CapabilityBoundingSet=',
    'AmbientCapabilities=',
    'RemoveIPC=yes',
    ...ownUserLimits,
  ]
}

function isInHome(path: string): boolean {
  return /^\/(home|root|run\/user)(\/|$)/.test(path)
}

/** `%` and `$` mean something in a unit. */
function escape(text: string): string {
  return text.replaceAll('%', '%%')
}

function toCommand(words: readonly string[]): string {
  return words.map(word => (/^[\w@+=:,./-]+$/.test(word) ? word : `"${escapeWord(word)}"`)).join(' ')
}

function escapeWord(word: string): string {
  return escape(word).replaceAll('$', '$$$$').replaceAll(/["\\]/g, '\\$&')
}

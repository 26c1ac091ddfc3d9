const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/**
 * Adds the optional packages that a registry did not have when the lockfile was written: binaries for other platforms. Without them
 * `npm ci` refuses the lockfile; with them it skips them by their platform, and where they are needed it can fetch them.
 * Returns the names it added.
 */
export function completeLockfile(lockfile) {
  const added = []
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name)
      if (!platform || !/^\d/.test(version) || isLocked(lockfile.packages, path, name)) continue
      lockfile.packages[`node_modules/${name}`] = { version, ...platform, ...(entry.dev && { dev: true }), optional: true }
      added.push(name)
    }
  }
  if (added.length > 0) lockfile.packages = sorted(lockfile.packages)
  return added
}

/** The platform that a package is for, from its name: `@swc/core-linux-x64-musl`. */
export function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = systems.find(system => words.includes(system))
  const cpu = processors.find(processor => words.includes(processor))
  if (!os || !cpu) return undefined
  const libc = words.some(word => word.startsWith('musl')) ? 'musl' : words.some(word => word.startsWith('gnu')) ? 'glibc' : undefined
  return { os: [os], cpu: [cpu], ...(os === 'linux' && libc && { libc: [libc] }) }
}

/** Whether Node would resolve the package from that folder: nearest folder first. */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function sorted(packages) {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
}

/** Enters a new package of our own that brings no package from outside, as `npm install` would. */
export function addWorkspace(lockfile, folder, manifest, user) {
  const { name, version, dependencies } = manifest
  lockfile.packages[folder] = { name, version, dependencies }
  lockfile.packages[`node_modules/${name}`] = { resolved: folder, link: true }
  const entry = lockfile.packages[user]
  if (entry) entry.dependencies = sorted({ ...entry.dependencies, [name]: '*' })
  lockfile.packages = sorted(lockfile.packages)
}

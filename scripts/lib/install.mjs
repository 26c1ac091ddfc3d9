import fs from 'node:fs'
import { collect } from './child.mjs'
import { Failure } from './failure.mjs'
import { step } from './progress.mjs'
import { inRoot, root } from './repository.mjs'
import { removeUnreadFiles } from './unread-files.mjs'

/** What has to be free on the disk for an install. */
const megabytes = { production: 850, full: 1100 }

/**
 * Installs what the lockfile says, if that is not what is there. `production` is enough to start, `full` has the tools for tests.
 * Returns whether anything was installed.
 */
export async function ensureInstalled(mode) {
  const wanted = readPackages('package-lock.json')
  const isThere = () => isInstalled(wanted, readPackages('node_modules/.package-lock.json'), mode)
  if (isThere()) return false
  requireSpace(root, mode)
  const label = `Installing packages (${mode === 'full' ? 'with the tools for tests' : 'first start only'})`
  const { code, output } = await step(label, () => runNpm(installArguments(mode)))
  // npm may report success when it could not write everything: only its record counts.
  if (code === 0 && isThere()) {
    if (mode === 'production') removeUnreadFiles(inRoot('node_modules'))
    return true
  }
  removeHalfInstall()
  throw new Failure(code === 0 ? `not all packages could be written: is there room in ${root}?` : explainInstall(output))
}

/**
 * Compares the lockfile with npm's own record of what it last put into node_modules, which it writes only when all went well.
 * More than is needed does no harm; optional packages are those of other platforms.
 */
export function isInstalled(wanted, present, mode) {
  if (!wanted) throw new Failure(`there is no package-lock.json in ${root}: is the checkout complete?`)
  if (!present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.optional || (mode === 'production' && (entry.dev || entry.devOptional))) return true
    const found = present[path]
    return found !== undefined && found.version === entry.version && found.integrity === entry.integrity
  })
}

/** One line that says what to do, from what npm printed. */
export function explainInstall(output) {
  const has = pattern => pattern.test(output)
  if (has(/ENOSPC/)) return 'the disk is full, or the one with the npm cache is: make room and run the same command again'
  if (has(/\b(EACCES|EPERM|EROFS|ENOTDIR)\b/))
    return `npm may not write where it has to (${line(output, /EACCES|EPERM|EROFS|ENOTDIR/)}): check the owner of this folder and of npm's cache`
  if (has(/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET|UND_ERR|network/i)) {
    return `the npm registry cannot be reached (${line(output, /E[A-Z_]+/)}): check the network, the proxy and \`npm config get registry\`, then run the same command again`
  }
  if (has(/\bE40[13]\b/)) return 'the npm registry refused the download: check the credentials in .npmrc'
  if (has(/EUSAGE/)) return 'package-lock.json does not match package.json: run `npm install` and commit the lockfile'
  if (has(/EINTEGRITY/)) return 'a package is not the one that was locked (EINTEGRITY): run `npm cache verify` and try again'
  return `the packages could not be installed: ${line(output, /npm error|ERR!/)}`
}

export function installArguments(mode) {
  const quickToGiveUp = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  return ['ci', mode === 'full' ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', ...quickToGiveUp]
}

/** npm as it was started, by the Node it was started with: ours may be about to be replaced. */
export function runNpm(args, options) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  return script?.endsWith('.js') && node ? collect(node, [script, ...args], options) : collect('npm', args, options)
}

/** What a lockfile, or npm's record of what it installed, lists; undefined where there is none. */
export function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(inRoot(file), 'utf8')).packages
  } catch {
    return undefined
  }
}

function requireSpace(folder, mode) {
  try {
    fs.accessSync(folder, fs.constants.W_OK)
  } catch (error) {
    throw new Failure(`cannot write to ${folder} (${error.code}): Portico keeps its packages and data there`)
  }
  const { bavail, bsize } = fs.statfsSync(folder)
  const [needed, free] = [megabytes[mode], Math.floor((bavail * bsize) / 1e6)]
  if (free < needed) throw new Failure(`the disk is full: Portico needs ${needed} MB in ${folder}, and ${free} MB are free`)
}

/** A half-written Node would be first on the path of every npm script here, and crash. */
function removeHalfInstall() {
  if (!fs.existsSync(inRoot('node_modules', '.package-lock.json'))) fs.rmSync(inRoot('node_modules'), { recursive: true, force: true })
}

function line(output, pattern) {
  const found = output.split('\n').find(text => pattern.test(text)) ?? output.trim().split('\n')[0] ?? ''
  return (
    found
      .replace(/^npm (error|ERR!)\s*(code\s*)?/, '')
      .trim()
      .slice(0, 160) || 'npm gave no reason'
  )
}

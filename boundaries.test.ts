import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { idsOf, readRequirements } from './scripts/lib/coverage.mjs'

// What dependency-cruiser and oxlint cannot see. Who may import whom is in .dependency-cruiser.mjs.

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

const layers = ['common', 'server', 'web', 'testing']
/** Folders of plugins without code. */
const data = ['packs']
const files = ['app', 'bench', 'core', 'e2e', 'plugins', 'scripts', 'ui'].flatMap(filesUnder)
const sources = files.filter(file => /\.(ts|tsx|mjs|css)$/.test(file))
const tests = [...sources, 'boundaries.test.ts'].filter(isTest)
const plugins = readdirSync('plugins').filter(name => existsSync(`plugins/${name}/package.json`))

describe.each(plugins)('plugins/%s', plugin => {
  const inside = readdirSync(`plugins/${plugin}`).filter(name => !['README.md', 'package.json', 'node_modules', ...data].includes(name))
  const manifest = readManifest(plugin)

  test('has the layers of a plugin and an entry point for each', () => {
    expect(layers).toEqual(expect.arrayContaining(inside))
    const entryPoints = inside.map(layer => [
      `./${layer}`,
      `./${layer}/${existsSync(`plugins/${plugin}/${layer}/index.tsx`) ? 'index.tsx' : 'index.ts'}`,
    ])
    expect(manifest.exports).toEqual(Object.fromEntries(entryPoints))
    expect(entryPoints.map(([, entryPoint]) => `plugins/${plugin}/${entryPoint}`).filter(entryPoint => !existsSync(entryPoint))).toEqual([])
  })

  test('has one name: folder, package, plugin id and contract', () => {
    expect(manifest.name).toBe(`@portico/${plugin}`)
    const text = sources
      .filter(file => file.startsWith(`plugins/${plugin}/`) && !isTest(file) && !file.startsWith(`plugins/${plugin}/testing/`))
      .map(read)
      .join('\n')
    const ids = [...text.matchAll(/define(?:(?:Server|Web)Plugin\(\{\s*id:|Contract\()\s*'([^']+)'/g)].map(match => match[1])
    expect(ids.filter(id => id !== plugin)).toEqual([])
    const camel = plugin.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const declared = [...text.matchAll(/const (\w+) = define(ServerPlugin|WebPlugin|Contract)\(/g)].map(([, name, kind]) => [kind, name])
    const names: Record<string, string> = { ServerPlugin: `${camel}Plugin`, WebPlugin: `${camel}Web`, Contract: `${camel}Api` }
    expect(declared).toEqual(declared.map(([kind]) => [kind, names[kind ?? '']]))
  })

  test('is explained on one screen', () => {
    expect(existsSync(`plugins/${plugin}/README.md`), 'README.md').toBe(true)
    expect(read(`plugins/${plugin}/README.md`).split('\n').length).toBeLessThanOrEqual(80)
  })

  test.runIf(inside.includes('server'))('has the skeleton of a server layer: wiring in index.ts, routes in routes.ts', () => {
    const wiring = read(`plugins/${plugin}/server/index.ts`)
    expect(wiring.trimEnd().split('\n').length).toBeLessThanOrEqual(80)
    expect(wiring).not.toMatch(/\bimplement\(\s*\w+,\s*\{/)
    expect(existsSync(`plugins/${plugin}/server/routes.ts`)).toBe(/\bimplement\(/.test(wiring))
  })

  test('is part of the app', () => {
    expect(Object.keys(JSON.parse(read('app/package.json')).dependencies)).toContain(`@portico/${plugin}`)
    if (inside.includes('server')) expect(read('app/plugins.ts')).toContain(`'@portico/${plugin}/server'`)
    if (inside.includes('web')) expect(read('app/web/plugins.ts')).toContain(`'@portico/${plugin}/web'`)
  })
})

test('every folder in plugins is a package', () => {
  expect(readdirSync('plugins').filter(name => !plugins.includes(name))).toEqual([])
})

test('plugins do not need each other in a circle', () => {
  const needs = (plugin: string) => plugins.filter(other => readManifest(plugin).dependencies?.[`@portico/${other}`])
  const reach = (plugin: string, seen = new Set<string>()): Set<string> => {
    for (const next of needs(plugin).filter(other => !seen.has(other))) reach(next, seen.add(next))
    return seen
  }
  expect(plugins.filter(plugin => reach(plugin).has(plugin))).toEqual([])
})

test('a name that ends in Api is a contract', () => {
  expect(sources.filter(file => !isTest(file)).flatMap(file => misnamedApis(read(file)).map(name => `${file}: ${name}`))).toEqual([])
  expect(misnamedApis("export const petsApi = defineContract('pets', {})\nexport const petsApiRef = defineApiRef({})")).toEqual([])
  expect(misnamedApis('export interface PetsApi {}\nexport const petApi = defineApi({})\ntype PetApi = {}')).toEqual([
    'PetsApi',
    'petApi',
    'PetApi',
  ])
})

test('index.ts is only ever an entry point, or the list of migrations', () => {
  const entryPoint = /^(core\/[^/]+|ui|plugins\/[^/]+\/[^/]+|.+\/server\/migrations)\/index\.tsx?$/
  expect(sources.filter(file => /\/index\.\w+$/.test(file) && !entryPoint.test(file))).toEqual([])
})

test('modules of the server keep nothing between calls, which is why test files may share them', () => {
  // What a pure function has answered before is no state, and neither is what modules declare while they are loaded.
  const memories = ['core/server/operations/secret-patterns.ts', 'core/server/operations/source-stack.ts']
  // Loaded anew by each file of web tests.
  const webSetup = 'core/testing/web-setup.tsx'
  const inside = sources.filter(
    file => /^(core|plugins\/[^/]+)\/(common|server|testing)\//.test(file) && !isTest(file) && file !== webSetup,
  )
  const state = /^(?:export )?(?:let |const \w+(?:: .+)? = (?:new (?:(?:Map|Set)(?:<.+>)?\(\)|LRUCache\b.*)|\[\]|\{\})$)/m
  expect(inside.filter(file => state.test(read(file)))).toEqual(memories)
})

test('patterns for paths are matched by compileGlob alone, which never backtracks', () => {
  const product = sources.filter(file => /^(app|core|plugins|ui)\//.test(file) && !isTest(file))
  expect(product.filter(file => /\bmatchesGlob\b|\b(minimatch|picomatch|micromatch)\b/.test(read(file)))).toEqual([])
})

test('one of a few is chosen by the kit: its select and its segmented control, no others', () => {
  const ownChoice = /<select\b|\brole="radiogroup"/
  const kit = ['ui/SegmentedControl.tsx']
  expect(sources.filter(file => file.endsWith('.tsx') && !isTest(file) && ownChoice.test(read(file)))).toEqual(kit)
})

test('a test waits as long as the suite does, and measures no time', () => {
  const unitTests = tests.filter(file => /\.test\.tsx?$/.test(file) && file !== 'boundaries.test.ts')
  const short =
    /(?:\.poll|waitFor|waitUntil)\([^\n]*\btimeout: [\d_]+|^\s*\}, (?:\d|[1-9]\d|1[01]\d)_?\d{3}\)$|performance\.now\(\) - \w+\)\.toBeLess/m
  expect(unitTests.filter(file => short.test(read(file)))).toEqual([])
})

test('no file has outgrown its reader', () => {
  const long = sources.map(file => ({ file, lines: read(file).trimEnd().split('\n').length }))
  expect(long.filter(({ file, lines }) => lines > (isTest(file) ? 400 : 300))).toEqual([])
})

test('names say what is inside', () => {
  const vague = /(^|[/-])(utils?|helpers?|misc|managers?|types|constants)\.\w+$/i
  expect(sources.filter(file => vague.test(file))).toEqual([])
  const badFolder = /(^|\/)(?!node_modules|__)[^/]*[^a-z0-9/.-][^/]*\//
  expect(sources.filter(file => badFolder.test(file))).toEqual([])
})

test('nobody talks the compiler or the linter out of a finding', () => {
  const escape = /\bas any\b|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable(?!-next-line [\w/-]+ -- )/
  expect(sources.filter(file => !file.startsWith('scripts/') && escape.test(read(file)))).toEqual([])
})

test('tests wait for a condition, never for time to pass', () => {
  const sleep = /await (sleep|delay|wait|pause|setTimeout)\(|setTimeout\((resolve|done|r)\b|timers\/promises|waitForTimeout/
  expect(tests.filter(file => file !== 'boundaries.test.ts' && sleep.test(read(file)))).toEqual([])
})

test('tests name only requirements that exist', () => {
  const known = new Set(readRequirements(read('spec/requirements.tsv')).map(({ id }) => id))
  const named = tests.flatMap(file => titlesIn(read(file)).flatMap(title => idsOf(title).map(id => ({ file, id }))))
  expect(named.filter(({ id }) => !known.has(id))).toEqual([])
})

test('texts are in sentence case, except for those that a requirement fixes', () => {
  const fixed = read('spec/requirements.tsv')
  const texts = sources
    .filter(file => /^(core|ui|plugins\/[^/]+)\/.*\bmessages\.ts$/.test(file))
    .flatMap(file => [...read(file).matchAll(/:\s+'((?:[^'\\]|\\.)*)'/g)].map(match => ({ file, text: match[1] ?? '' })))
  expect(texts.length).toBeGreaterThan(300)
  const isFixed = (text: string) => fixed.includes(`'${text}'`) || fixed.includes(`Home widget ${text} exists`)
  expect(texts.filter(({ text }) => isTitleCase(text) && !isFixed(text))).toEqual([])
  expect(['Sign In', 'Go to Catalog', 'Rows per page', 'Sign in', 'Catalog'].filter(isTitleCase)).toEqual(['Sign In', 'Go to Catalog'])
})

test('every decision says why, what and what follows', () => {
  const records = filesUnder('docs/decisions').filter(file => file.endsWith('.md') && !file.endsWith('README.md'))
  expect(records.length).toBeGreaterThan(0)
  const headings = ['Context', 'Decision', 'Consequences']
  expect(records.filter(file => !headings.every(heading => new RegExp(`^## ${heading}$`, 'm').test(read(file))))).toEqual([])
})

test('the papers are there', () => {
  const papers = ['README.md', 'CONTRIBUTING.md', 'STYLE.md', 'CHANGELOG.md', 'LICENSE', 'docs/architecture.md']
  expect(papers.filter(file => !existsSync(file))).toEqual([])
})

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'STYLE.md',
  ...filesUnder('docs'),
  ...plugins.map(plugin => `plugins/${plugin}/README.md`),
].filter(file => file.endsWith('.md') && existsSync(file))

test('a line of a README or guide has at most 400 characters', () => {
  const guides = documents.filter(file => !file.startsWith('docs/decisions/'))
  const long = guides.flatMap(file =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (line.length > 400 ? [`${file}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})

test('a link in the papers leads somewhere', () => {
  const dead = documents
    .flatMap(file =>
      [...read(file).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(match => ({
        file,
        to: path.posix.join(path.posix.dirname(file), match[1] ?? ''),
      })),
    )
    .filter(({ to }) => !existsSync(to))
  expect(dead).toEqual([])
})

function isTest(file: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(file)
}

/** Several words, of which all but the short ones begin with a capital. */
function isTitleCase(text: string): boolean {
  const words = text.split(' ')
  return (
    /^[A-Za-z ]+$/.test(text) &&
    words.slice(1).some(word => /^[A-Z][a-z]/.test(word)) &&
    words.every(word => word.length < 4 || /^[A-Z]/.test(word))
  )
}

function titlesIn(source: string): string[] {
  return [...source.matchAll(/\b(?:test|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])(.*?)\1,/g)].map(match => match[2] ?? '')
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const inside = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [inside]
    return ['node_modules', 'dist', 'dist-server', 'results'].includes(entry.name) ? [] : filesUnder(inside)
  })
}

function readManifest(plugin: string): Manifest {
  return JSON.parse(read(`plugins/${plugin}/package.json`)) as Manifest
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

/** What a module declares with a name that only contracts have. */
function misnamedApis(text: string): string[] {
  return [...text.matchAll(/^(?:export )?(?:interface|type|const) (\w+Api)\b(?!\s*(?::[^=]*)?=\s*defineContract\()/gm)].map(
    ([, name = '']) => name,
  )
}

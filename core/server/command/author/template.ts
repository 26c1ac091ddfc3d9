/** How the parts of a new plugin are called. */
export interface PluginNames {
  /** Of the npm package: `@acme/portico-tech-radar`. */
  readonly package: string
  /** `tech-radar`: its routes are at `/api/tech-radar`. */
  readonly id: string
  /** `techRadar` */
  readonly camel: string
  /** `Tech radar` */
  readonly title: string
}

/** Where npm finds the portal, and the types of its plugin API. */
export interface PortalPackages {
  readonly portico: string
  readonly '@portico/plugin': string
}

/** `@acme/portico-tech-radar`, `portico-plugin-tech-radar` and `tech-radar` all have the id `tech-radar`. Undefined for a name that npm would refuse. */
export function pluginNames(name: string): PluginNames | undefined {
  const parts = /^(?:@[a-z0-9][a-z0-9._-]*\/)?(?:portico-)?(?:plugin-)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(name)
  const id = parts?.[1]
  if (id === undefined || id.length > 40 || name.length > 214) return undefined
  const camel = id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return { package: name, id, camel, title: id[0]!.toUpperCase() + id.slice(1).replaceAll('-', ' ') }
}

/** The files of a new plugin: a repository of its own, with one route, one page and a test. */
export function pluginTemplate(names: PluginNames, packages: PortalPackages): Readonly<Record<string, string>> {
  return {
    'package.json': packageJson(names, packages),
    'README.md': readme(names),
    'tsconfig.json': tsconfig,
    '.gitignore': 'node_modules/\ndist/\n.portico/\n*.tgz\n',
    'common/index.ts': common(names),
    'server/index.ts': server(names),
    'web/index.ts': web(names),
    'web/Page.tsx': page(names),
    'test/greeting.test.mjs': test(names),
  }
}

function packageJson({ package: name, id }: PluginNames, packages: PortalPackages): string {
  const manifest = {
    name,
    version: '0.1.0',
    description: 'A plugin of Portico',
    type: 'module',
    files: ['dist'],
    portico: { api: '1', id, server: './dist/server.mjs', web: './dist/web.mjs', hosts: [] },
    scripts: {
      dev: 'portico plugin dev',
      build: 'portico plugin build',
      test: 'portico plugin test',
      pack: 'portico plugin pack',
      types: 'tsc',
    },
    devDependencies: {
      '@portico/plugin': packages['@portico/plugin'],
      '@types/node': '^24.0.0',
      '@types/react': '^19.2.0',
      portico: packages.portico,
      typescript: '^5.9.0',
      vite: '^8.0.0',
      zod: '^4.0.0',
    },
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

const tsconfig = `${JSON.stringify(
  {
    compilerOptions: {
      strict: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: ['node', 'vite/client'],
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['common', 'server', 'web'],
  },
  undefined,
  2,
)}\n`

const readme = ({ package: name, id, title }: PluginNames) => `# ${title}

What it is for, in two sentences.

- Page: \`/${id}\`
- Routes: \`/api/${id}\`
- Config: none

| Command | What it does |
| --- | --- |
| \`npm install\` | once |
| \`npm run dev\` | a portal with this plugin on <http://localhost:7007>; a change is there after a second |
| \`npm test\` | builds it, and runs the tests against a portal that has it |
| \`npm run types\` | checks the types, against \`@portico/plugin\` |
| \`npm run pack\` | makes the archive, and prints the two lines of config for it |

In the folder of a portal, \`npx portico plugin install ./archive.tgz\` installs it, \`update\`, \`rollback ${id}\` and \`remove ${id}\` do the rest.
In a registry it is \`${name}@<version>\`.
`

const common = ({ id, camel }: PluginNames) => `import { defineContract, get } from '@portico/plugin/common'
import { z } from 'zod'

/** The routes that the server implements and the page calls. */
export const ${camel}Api = defineContract('${id}', {
  getGreeting: get('/greeting', { access: 'signed-in', reply: z.object({ text: z.string() }) }),
})
`

const server = ({ id, camel, title }: PluginNames) => `import { defineServerPlugin } from '@portico/plugin/server'
import { ${camel}Api } from '../common/index.ts'

export default defineServerPlugin({
  id: '${id}',
  setup: ({ implement }) => implement(${camel}Api, { getGreeting: () => ({ text: 'Hello from ${title}' }) }),
})
`

const web = ({ id, title }: PluginNames) => `import { defineWebPlugin } from '@portico/plugin/web'

const title = '${title}'
const page = { path: '/${id}', title, load: () => import('./Page.tsx'), nav: { label: title, icon: 'plugin' } }

export default defineWebPlugin({ id: '${id}', pages: [page] })
`

const page = ({
  camel,
  title,
}: PluginNames) => `import { ErrorPanel, Page, PageHeader, query, SkeletonRows, useQuery } from '@portico/plugin/web'
import { ${camel}Api } from '../common/index.ts'

export default function GreetingPage() {
  const { data, error } = useQuery(query(${camel}Api.getGreeting))
  if (error) return <ErrorPanel title="The greeting could not be read" message={error.message} />
  return <Page>{data ? <PageHeader title="${title}" subtitle={data.text} /> : <SkeletonRows />}</Page>
}
`

const test = ({ id, title }: PluginNames) => `import assert from 'node:assert/strict'
import { test } from 'node:test'

// \`npm test\` has started a portal with this plugin: PORTICO_URL, and PORTICO_TOKEN of a guest.
const { PORTICO_URL: url, PORTICO_TOKEN: token } = process.env

test('signed-in users get a greeting', async () => {
  const answer = await fetch(url + '/api/${id}/greeting', { headers: { authorization: 'Bearer ' + token } })
  assert.deepEqual(await answer.json(), { text: 'Hello from ${title}' })
})

test('anonymous callers do not', async () => {
  assert.equal((await fetch(url + '/api/${id}/greeting')).status, 401)
})
`

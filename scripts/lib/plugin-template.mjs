/** The files of a new plugin: one route, one page with an entry in the navigation, and a test for each. */
export function pluginFiles(id, versions) {
  const camel = id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const pascal = camel[0].toUpperCase() + camel.slice(1)
  const title = pascal[0] + id.slice(1).replaceAll('-', ' ')
  const names = { id, camel, pascal, title }
  return {
    'package.json': `${JSON.stringify(manifestOf(id, versions), undefined, 2)}\n`,
    'README.md': readme(names),
    'common/index.ts': common(names),
    'server/index.ts': server(names),
    'server/routes.ts': routes(names),
    [`server/${id}.test.ts`]: serverTest(names),
    'web/index.ts': web(names),
    'web/messages.ts': messages(names),
    [`web/views/${pascal}Page.tsx`]: page(names),
    [`web/${pascal}Page.test.tsx`]: pageTest(names),
  }
}

/** `versions` are those the repository uses already, so that a new plugin brings no second copy of anything. */
export function manifestOf(id, versions) {
  const packages = ['@portico/core', '@portico/ui', 'react', 'zod']
  return {
    name: `@portico/${id}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: { './common': './common/index.ts', './server': './server/index.ts', './web': './web/index.ts' },
    dependencies: Object.fromEntries(packages.map(name => [name, versions[name] ?? '*'])),
  }
}

const readme = ({ id, title }) => `# ${title}

What it is for, in two sentences.

- Page: \`/${id}\`
- Routes: \`/api/${id}\`, described in \`/api/${id}/openapi.json\`
- Config: none
- Services and slots it offers: none
`

const common = ({ id, camel }) => `import { defineContract, get } from '@portico/core/common'
import { z } from 'zod'

/** The routes that the server implements and the page calls. */
export const ${camel}Api = defineContract('${id}', {
  getGreeting: get('/greeting', { access: 'signed-in', reply: z.object({ text: z.string() }) }),
})
`

const server = ({ id, camel }) => `import { defineServerPlugin } from '@portico/core/server'
import { ${camel}Api } from '@portico/${id}/common'
import { ${camel}Routes } from './routes.ts'

export const ${camel}Plugin = defineServerPlugin({
  id: '${id}',
  setup: ({ implement }) => implement(${camel}Api, ${camel}Routes()),
})
`

const routes = ({ id, camel, title }) => `import type { Handlers } from '@portico/core/server'
import type { ${camel}Api } from '@portico/${id}/common'

export function ${camel}Routes(): Handlers<typeof ${camel}Api> {
  return { getGreeting: () => ({ text: 'Hello from ${title}' }) }
}
`

const serverTest = ({ id, camel, title }) => `import { startTestServer, type TestServer } from '@portico/core/testing'
import { ${camel}Api } from '@portico/${id}/common'
import { ${camel}Plugin } from '@portico/${id}/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ plugins: [${camel}Plugin] })
})
afterAll(() => server.stop())

test('signed-in users get a greeting', async () => {
  expect(await server.call(${camel}Api.getGreeting)).toEqual({ text: 'Hello from ${title}' })
})

test('anonymous callers do not', async () => {
  await expect(server.as(undefined).call(${camel}Api.getGreeting)).rejects.toMatchObject({ name: 'AuthenticationError' })
})
`

const messages = ({ id, camel, title }) => `import { defineMessages } from '@portico/core/web'

export const ${camel}Messages = defineMessages('${id}', { title: '${title}', failed: 'The greeting could not be read' })
`

const web = ({ id, camel, pascal }) => `import { defineWebPlugin } from '@portico/core/web'
import { ${camel}Messages } from './messages.ts'

const { title } = ${camel}Messages
const page = { path: '/${id}', title, load: () => import('./views/${pascal}Page.tsx') }

export const ${camel}Web = defineWebPlugin({ id: '${id}', pages: [{ ...page, nav: { label: title, icon: 'plugin' } }] })
`

const page = ({ id, camel, pascal }) => `import { query, useQuery, useText } from '@portico/core/web'
import { ${camel}Api } from '@portico/${id}/common'
import { ErrorPanel, Page, PageHeader, SkeletonRows } from '@portico/ui'
import { ${camel}Messages } from '../messages.ts'

export default function ${pascal}Page() {
  const text = useText()
  const { data, error } = useQuery(query(${camel}Api.getGreeting))
  if (error) return <ErrorPanel title={text(${camel}Messages.failed)} message={error.message} />
  return <Page>{data ? <PageHeader title={text(${camel}Messages.title)} subtitle={data.text} /> : <SkeletonRows />}</Page>
}
`

const pageTest = ({ id, camel, title }) => `import { AppError } from '@portico/core/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { ${camel}Api } from '@portico/${id}/common'
import { ${camel}Web } from '@portico/${id}/web'
import { expect, test } from 'vitest'

test('the page shows the greeting', async () => {
  const { screen } = renderPage({
    plugins: [${camel}Web],
    path: '/${id}',
    answers: [answer(${camel}Api.getGreeting, { text: 'Hello' })],
  })
  expect(await screen.findByRole('heading', { name: '${title}' })).toBeTruthy()
  expect(screen.getByText('Hello')).toBeTruthy()
})

test('it says what went wrong', async () => {
  const failure = new AppError('NotFoundError', 'No greeting today')
  const { screen } = renderPage({
    plugins: [${camel}Web],
    path: '/${id}',
    answers: [answer(${camel}Api.getGreeting, failure)],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('No greeting today')
})
`

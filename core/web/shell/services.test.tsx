import { basicPermission } from '@portico/core/common'
import { renderPage } from '@portico/core/testing/web'
import { DataTable } from '@portico/ui'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  defineApi,
  defineMessages,
  defineWebPlugin,
  featureFlagsApiRef,
  languagesApiRef,
  permissionApiRef,
  themesApiRef,
  useApi,
  useIdentity,
  useObservable,
  usePermission,
  useText,
} from '../index.ts'

const messages = defineMessages('tools', { greeting: 'Good day' })
const launch = basicPermission('tools.launch', 'create')
const scrap = basicPermission('tools.scrap', 'delete')

/** Uses every service that the shell offers to plugins. */
function ToolsPage() {
  const text = useText()
  const themes = useApi(themesApiRef)
  const languages = useApi(languagesApiRef)
  const flags = useApi(featureFlagsApiRef)
  const facts = [
    ['theme', useObservable(themes.active).id],
    ['user', useIdentity().userEntityRef],
    ['launch', usePermission({ permission: launch }).allowed ? 'allowed' : 'denied'],
    ['scrap', usePermission({ permission: scrap }).allowed ? 'allowed' : 'denied'],
    ['greeting', text(messages.greeting)],
    ['flag', useObservable(flags.active).has('new-tools') ? 'on' : 'off'],
  ].map(([name, value]) => ({ name, value }))
  return (
    <>
      <h1>Tools</h1>
      <button type="button" onClick={() => themes.choose('dark')}>
        Dark
      </button>
      <button type="button" onClick={() => languages.choose('de')}>
        German
      </button>
      <button type="button" onClick={() => flags.set('new-tools', true)}>
        Flag
      </button>
      <DataTable
        label="Facts"
        columns={[
          { title: 'Name', field: 'name' },
          { title: 'Value', field: 'value' },
        ]}
        rows={facts}
        rowKey={fact => fact.name ?? ''}
      />
    </>
  )
}

const toolsWeb = defineWebPlugin({
  id: 'tools',
  pages: [{ path: '/', title: 'Tools', load: async () => ({ default: ToolsPage }) }],
  featureFlags: [{ name: 'new-tools' }],
  translations: { de: async () => ({ translation: { tools: { greeting: 'Guten Tag' } } }) },
})
const permissions = defineApi({
  api: permissionApiRef,
  create: () => ({
    authorize: async ({ permission }) => ({ result: permission.name === 'tools.launch' ? ('ALLOW' as const) : ('DENY' as const) }),
    known: () => undefined,
    explain: async ({ permission }) => ({ permission: permission.name }),
  }),
})

test('a plugin has themes, the session, permission checks, languages, feature flags and the kit’s widgets at hand [SHELL-04]', async () => {
  const { screen, user } = renderPage({ plugins: [toolsWeb], apis: [permissions] })
  const table = within(await screen.findByRole('table', { name: 'Facts' }))
  const fact = (words: string) => table.findByRole('row', { name: words })
  expect(await fact('theme light')).toBeTruthy()
  expect(await fact('user user:default/jane')).toBeTruthy()
  expect(await fact('launch allowed')).toBeTruthy()
  expect(await fact('scrap denied')).toBeTruthy()
  expect(await fact('greeting Good day')).toBeTruthy()
  expect(await fact('flag off')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dark' }))
  expect(await fact('theme dark')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Flag' }))
  expect(await fact('flag on')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'German' }))
  expect(await fact('greeting Guten Tag')).toBeTruthy()
})

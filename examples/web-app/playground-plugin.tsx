import { alertApiRef, defineWebPlugin, dialogApiRef, ErrorBoundary, ErrorPage, errorApiRef, useApi } from '@portico/core/web'
import { Button, Content, Page, PageHeader, Stack } from '@portico/ui'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconApi from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconBox from '@tabler/icons-react/dist/esm/icons/IconBox.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconFlask from '@tabler/icons-react/dist/esm/icons/IconFlask.mjs'

/** The services of the portal, each behind a button. */
function Services() {
  const alerts = useApi(alertApiRef)
  const errors = useApi(errorApiRef)
  const dialogs = useApi(dialogApiRef)
  const remove = () =>
    dialogs.confirm({ title: 'Delete the rocket?', message: 'It can be built again from its plan.', confirm: 'Delete rocket', destructive: true })
  return (
    <Page>
      <PageHeader title="Services" />
      <Content>
        <Stack>
          <div>
            <Button variant="default" onClick={() => errors.post(new Error('The rocket did not answer'))}>
              Post an error
            </Button>{' '}
            <Button variant="default" onClick={() => alerts.post({ message: 'Rocket saved', display: 'transient' })}>
              Post a transient alert
            </Button>{' '}
            <Button variant="default" onClick={() => void remove().then(yes => yes && alerts.post({ message: 'Rocket deleted', severity: 'info' }))}>
              Ask
            </Button>
          </div>
          <ErrorBoundary channel="#rockets">
            <Broken />
          </ErrorBoundary>
        </Stack>
      </Content>
    </Page>
  )
}

function Broken(): never {
  throw new Error('This part always fails')
}

function Failed() {
  return <ErrorPage status={503} statusMessage="The rockets are unavailable" stack="at launch (pad.ts:1)" />
}

function Nothing() {
  return (
    <Page>
      <PageHeader title="Nothing here" />
    </Page>
  )
}

const page = (path: string, label: string, icon: React.ReactNode, View: React.ComponentType, group: 'main' | 'foot' = 'main') => ({
  path,
  title: label,
  load: async () => ({ default: View }),
  nav: { label, icon, group },
})

export const playgroundWeb = defineWebPlugin({
  id: 'playground',
  pages: [
    page('/services', 'Services', <IconFlask />, Services),
    page('/failed', 'Failed', <IconAlertTriangle />, Failed),
    page('/catalog', 'Catalog', <IconBox />, Nothing),
    page('/docs/*', 'Docs', <IconBook />, Nothing),
    page('/apis', 'APIs', <IconApi />, Nothing),
    page('/settings', 'Settings', <IconSettings />, Nothing, 'foot'),
  ],
})

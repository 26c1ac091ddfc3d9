import { ActionIcon, Breadcrumbs, Button, Content, Fact, Facts, Page, PageHeader, RelativeTime, Status } from '@portico/ui'
import { Gallery, galleryGroups } from '@portico/ui/gallery'
import IconComponents from '@tabler/icons-react/dist/esm/icons/IconComponents.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import { useTabbedRoutes } from '../../../routes/TabbedRoutes.tsx'

const routes = galleryGroups.map(({ id, title }, index) => ({
  path: index === 0 ? '/' : `/${id}`,
  title,
  children: (
    <Content>
      <Gallery only={id} />
    </Content>
  ),
}))

/** Every widget in every state, for those who build pages; its own header has all that a header can have. */
export default function KitPage() {
  const { tabs, content } = useTabbedRoutes({ label: 'UI kit', routes })
  return (
    <Page>
      <PageHeader
        breadcrumb={<Breadcrumbs items={[{ title: 'Development', to: '/dev/ui' }, { title: 'UI kit' }]} />}
        type="kit"
        typeLink="/dev/ui"
        icon={<IconComponents size={24} />}
        title="UI kit"
        tooltip="What pages are made of. Not in a production build."
        mark={
          <ActionIcon size={28} aria-label="Star the UI kit">
            <IconStar size={18} aria-hidden />
          </ActionIcon>
        }
        subtitle="Every widget, in every state"
        facts={
          <Facts>
            <Fact label="Owner">team-platform</Fact>
            <Fact label="State">
              <Status kind="ok" />
            </Fact>
            <Fact label="Changed">
              <RelativeTime at="2026-11-01T08:00:00Z" />
            </Fact>
          </Facts>
        }
        actions={
          <>
            <Button variant="default">Cancel</Button>
            <Button>Register widget</Button>
          </>
        }
        tabs={tabs}
      />
      {content}
    </Page>
  )
}

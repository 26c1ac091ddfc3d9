import { useText } from '@portico/core/web'
import { Content, Page, PageHeader, Stack } from '@portico/ui'
import { sourceMessages } from '../messages.ts'
import { HostCard } from '../parts/HostCard.tsx'
import { LocationCard } from '../parts/LocationCard.tsx'
import { SourceCard } from '../parts/SourceCard.tsx'
import { WebhookCard } from '../parts/WebhookCard.tsx'

/** Where the catalog comes from: every source with its last run, and every host with what it still allows. */
export default function SourcesPage() {
  const text = useText()
  return (
    <Page>
      <PageHeader title={text(sourceMessages.sources)} subtitle={text(sourceMessages.subtitle)} />
      <Content>
        <Stack>
          <SourceCard />
          <LocationCard />
          <WebhookCard />
          <HostCard />
        </Stack>
      </Content>
    </Page>
  )
}

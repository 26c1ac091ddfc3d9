import { useText } from '@portico/core/web'
import { Page, PageHeader } from '@portico/ui'
import { catalogMessages } from '../messages.ts'

export default function CatalogIndexPage() {
  const text = useText()
  return (
    <Page>
      <PageHeader title={text(catalogMessages.catalog)} />
    </Page>
  )
}

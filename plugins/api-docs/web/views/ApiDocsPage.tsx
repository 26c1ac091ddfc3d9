import { useText } from '@portico/core/web'
import { Page, PageHeader } from '@portico/ui'
import { apiDocsMessages } from '../messages.ts'

/** The list of APIs. */
export default function ApiDocsPage() {
  const text = useText()
  return (
    <Page>
      <PageHeader title={text(apiDocsMessages.apis)} />
    </Page>
  )
}

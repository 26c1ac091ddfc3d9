import { useRouteRefParams } from '@portico/core/web'
import { Page, PageHeader } from '@portico/ui'
import { entityRoute } from '../routes.ts'

export default function EntityPage() {
  const { name } = useRouteRefParams(entityRoute)
  return (
    <Page>
      <PageHeader title={name} />
    </Page>
  )
}

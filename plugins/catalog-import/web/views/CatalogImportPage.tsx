import { locationCreatePermission } from '@portico/catalog/common'
import { RequirePermission, useText } from '@portico/core/web'
import { Content, Page, PageHeader, Stack } from '@portico/ui'
import { useImportState } from '../import/use-import-state.ts'
import { usePreview } from '../import/use-preview.ts'
import { catalogImportMessages } from '../messages.ts'
import { DropZone } from '../parts/DropZone.tsx'
import { LocationsCard } from '../parts/LocationsCard.tsx'
import { PreviewCard } from '../parts/PreviewCard.tsx'
import { RevealProvider } from '../parts/reveal.tsx'
import { SourceCard } from '../parts/SourceCard.tsx'
import styles from './CatalogImportPage.module.css'

/** Brings existing components into the catalog: what to register, what would come of it, and registering it. */
export default function CatalogImportPage() {
  const text = useText()
  return (
    <Page>
      <PageHeader title={text(catalogImportMessages.title)} subtitle={text(catalogImportMessages.subtitle)} />
      <Content>
        <RequirePermission permission={locationCreatePermission}>
          <Import />
        </RequirePermission>
      </Content>
    </Page>
  )
}

function Import() {
  const state = useImportState()
  const preview = usePreview(state)
  return (
    <DropZone onFiles={chosen => void state.add(chosen)}>
      <RevealProvider onGo={state.setOpen}>
        <div className={styles.columns}>
          <Stack>
            <SourceCard state={state} preview={preview} />
            <LocationsCard />
          </Stack>
          <PreviewCard key={state.way} state={state} preview={preview} />
        </div>
      </RevealProvider>
    </DropZone>
  )
}

import { catalogApi, type CatalogPreview } from '@portico/catalog/common'
import { useCall, useText } from '@portico/core/web'
import { Button, InfoCard } from '@portico/ui'
import type { OutcomeProps } from '../import/props.ts'
import { expectedRefs, type Watched } from '../import/watched.ts'
import { catalogImportMessages } from '../messages.ts'
import styles from './OutcomeCards.module.css'
import { Refused } from './PreviewFailure.tsx'

interface RegisterCardProps extends OutcomeProps {
  readonly location: NonNullable<CatalogPreview['location']>
  readonly onWatch: (watched: Watched) => void
}

/** Registers the address of the preview. */
export function RegisterCard({ data, location, isOutdated, onWatch }: RegisterCardProps) {
  const text = useText()
  const add = useCall(catalogApi.addLocation)
  const { type, target, isRegistered } = location
  const refs = expectedRefs(data)
  const hasLeftOut = refs.length < data.items.length || data.problemTotal > 0
  async function register() {
    const added = await add.mutateAsync({ body: { type, target }, query: { onConflict: 'refresh' } })
    onWatch({ refs, locationId: added.location.id })
  }
  return (
    <InfoCard title={text(catalogImportMessages.register)}>
      <div className={styles.steps}>
        <p>{text(isRegistered ? catalogImportMessages.registeredAlready : catalogImportMessages.registerText, { target })}</p>
        {hasLeftOut && <p className={styles.quiet}>{text(catalogImportMessages.registerWithMistakes)}</p>}
        {add.error && <Refused error={add.error} title={text(catalogImportMessages.registerFailed)} />}
        <Button loading={add.isPending} disabled={isOutdated} onClick={() => void register().catch(() => undefined)}>
          {text(isRegistered ? catalogImportMessages.registerAgain : catalogImportMessages.register)}
        </Button>
      </div>
    </InfoCard>
  )
}

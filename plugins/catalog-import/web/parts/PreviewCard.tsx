import type { CatalogPreview } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { EmptyState, InfoCard, SkeletonRows, Stack, Status, useNumber, VisuallyHidden } from '@portico/ui'
import IconFileSearch from '@tabler/icons-react/dist/esm/icons/IconFileSearch.mjs'
import type { ImportProps } from '../import/props.ts'
import { catalogImportMessages } from '../messages.ts'
import { EntityList } from './EntityList.tsx'
import { Outcome } from './Outcome.tsx'
import styles from './PreviewCard.module.css'
import { PreviewFailure } from './PreviewFailure.tsx'
import { PreviewGraphCard } from './PreviewGraphCard.tsx'
import { ProblemList } from './ProblemList.tsx'
import { Suggestion } from './Suggestion.tsx'

/** What would come into the catalog, and the way to bring it there. */
export function PreviewCard({ state, preview }: ImportProps) {
  const text = useText()
  const { data, error, isAsked, isOutdated } = preview
  if (!isAsked) {
    return (
      <InfoCard title={text(catalogImportMessages.found)}>
        <EmptyState size="small" icon={<IconFileSearch size={28} stroke={1.5} aria-hidden />} title={text(catalogImportMessages.nothing)}>
          {text(catalogImportMessages.nothingText)}
        </EmptyState>
      </InfoCard>
    )
  }
  if (error) return <PreviewFailure error={error} onRetry={() => void preview.refetch()} />
  if (!data) {
    return (
      <InfoCard title={text(catalogImportMessages.found)}>
        <VisuallyHidden>
          <span role="status">{text(catalogImportMessages.checking)}</span>
        </VisuallyHidden>
        <SkeletonRows rows={4} />
      </InfoCard>
    )
  }
  return (
    <div className={styles.result} data-outdated={isOutdated || undefined} aria-busy={isOutdated}>
      <Stack>
        <Found state={state} data={data} />
        {data.items.some(({ relations }) => relations.length > 0) && <PreviewGraphCard items={data.items} />}
        {data.total > 0 && <Outcome state={state} data={data} isOutdated={isOutdated} />}
      </Stack>
    </div>
  )
}

function Found({ state, data }: Pick<ImportProps, 'state'> & { data: CatalogPreview }) {
  const text = useText()
  const number = useNumber()
  const invalid = data.items.filter(({ state: each }) => each === 'invalid').length
  const isEmpty = data.total === 0 && data.problemTotal === 0
  const isMissing = data.total === 0 && data.problems.some(({ name }) => name === 'NotFoundError')
  return (
    <InfoCard
      title={text(catalogImportMessages.found)}
      action={
        data.total > 0 && (
          <span role="status">
            <Status kind={invalid + data.problemTotal > 0 ? 'warning' : 'ok'}>
              {text(catalogImportMessages.summary, { valid: number(data.total - invalid), invalid: number(invalid + data.problemTotal) })}
            </Status>
          </span>
        )
      }
    >
      {isEmpty && (
        <EmptyState size="small" title={text(catalogImportMessages.noEntities)}>
          {text(catalogImportMessages.noEntitiesText)}
        </EmptyState>
      )}
      <ProblemList data={data} />
      {isMissing && state.way === 'url' && <Suggestion state={state} />}
      <EntityList data={data} way={state.way} />
      {data.items.length < data.total && (
        <p className={styles.quiet}>{text(catalogImportMessages.more, { shown: number(data.items.length), total: number(data.total) })}</p>
      )}
    </InfoCard>
  )
}

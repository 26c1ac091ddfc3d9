import { apiDocsApi, impacts, type ApiChange, type DefinitionDiff, type DefinitionVersion } from '@portico/api-docs/common'
import { compoundRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { Button, EmptyState, SegmentedControl, SkeletonRows, Stack, useNumber } from '@portico/ui'
import { useState } from 'react'
import { ChangeGroup } from './ChangeGroup.tsx'
import styles from './Changes.module.css'
import { useChangesView } from './changes-view.ts'
import { Consumers } from './Consumers.tsx'
import { ImpactCount } from './ImpactMark.tsx'
import { changesMessages } from './messages.ts'
import { TextDiff } from './TextDiff.tsx'

interface Versions {
  readonly from: DefinitionVersion
  readonly to: DefinitionVersion
}

/** So many changes are drawn at once. */
const step = 200

/** What changed between two versions, and who is concerned. */
export function Comparison({ from, to }: Versions) {
  const text = useText()
  const { isText, set } = useChangesView()
  const segments = [
    { value: 'changes', label: text(changesMessages.changes) },
    { value: 'text', label: text(changesMessages.texts) },
  ]
  return (
    <Stack>
      <div className={styles.bar}>
        <SegmentedControl
          label={text(changesMessages.view)}
          labelHidden
          segments={segments}
          value={isText ? 'text' : 'changes'}
          onChange={value => set({ view: value === 'text' ? 'text' : undefined })}
        />
      </div>
      {isText ? <TextDiff from={from} to={to} /> : <LoadedChanges from={from} to={to} />}
    </Stack>
  )
}

function LoadedChanges({ from, to }: Versions) {
  const text = useText()
  const params = { ...compoundRefOf(useEntity()) }
  const { data, error, refetch } = useQuery(query(apiDocsApi.compareVersions, { params, query: { from: from.id, to: to.id } }))
  if (error && !data) return <RequestErrorPanel error={error} title={text(changesMessages.compareFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  if (data.failure !== undefined) return <EmptyState title={text(changesMessages.notComparable)}>{data.failure}</EmptyState>
  if (data.total === 0) return <EmptyState title={text(changesMessages.same)}>{text(changesMessages.sameHint)}</EmptyState>
  return (
    <>
      <p className={styles.summary}>
        {impacts.map(impact => (
          <ImpactCount key={impact} impact={impact} count={data.counts[impact]} />
        ))}
      </p>
      <Consumers />
      <Changes diff={data} />
    </>
  )
}

function Changes({ diff }: { readonly diff: DefinitionDiff }) {
  const text = useText()
  const number = useNumber()
  const { impact, set } = useChangesView()
  const [shown, setShown] = useState(step)
  const { changes, counts, total, from, to } = diff
  const segments = [
    { value: 'all' as const, label: text(changesMessages.all, { count: number(total) }) },
    ...impacts.map(each => ({ value: each, label: `${text(changesMessages[each])} (${number(counts[each])})` })),
  ]
  const wanted = changes.filter(change => impact === 'all' || change.impact === impact)
  const rest = wanted.length - shown
  return (
    <section aria-label={text(changesMessages.changes)} className={styles.changes}>
      <SegmentedControl
        label={text(changesMessages.filter)}
        labelHidden
        segments={segments}
        value={impact}
        onChange={value => set({ impact: value === 'all' ? undefined : value })}
      />
      {changes.length < total && (
        <p className={styles.quiet}>{text(changesMessages.cut, { shown: number(changes.length), total: number(total) })}</p>
      )}
      {wanted.length === 0 && <EmptyState size="small" title={text(changesMessages.none)} />}
      {groupsOf(wanted.slice(0, shown)).map(group => (
        <ChangeGroup key={group[0]!.item ?? ''} changes={group} from={from} to={to} />
      ))}
      {rest > 0 && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + step)}>
          {text(changesMessages.showMore, { count: number(Math.min(rest, step)) })}
        </Button>
      )}
    </section>
  )
}

/** Changes by item; the item with the worst change stands first. */
function groupsOf(changes: readonly ApiChange[]): ApiChange[][] {
  return [...Map.groupBy(changes, ({ item }) => item ?? '').values()]
}

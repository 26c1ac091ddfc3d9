import { useQuery, useText } from '@portico/core/web'
import { conditionsOf, containerNames, diagnosePod, isProblem, type Cause, type KubeObject } from '@portico/kubernetes/common'
import { ChipList, Fact, Facts, RelativeTime, useLocale } from '@portico/ui'
import { hintOf, toCauseWords } from '../cause-words.ts'
import { useKubernetes, type PodPlace } from '../client/kubernetes-client.ts'
import type { ObjectRow } from '../live/rows.ts'
import { kubernetesMessages } from '../messages.ts'
import { ContainerList } from './ContainerList.tsx'
import styles from './ObjectOverview.module.css'
import { ObjectTable } from './ObjectTable.tsx'
import { UsageBar } from './UsageBar.tsx'
import { useNow } from './use-now.ts'

interface ObjectOverviewProps {
  readonly row: ObjectRow
  readonly place: PodPlace
  readonly podRows: readonly ObjectRow[]
  readonly toObject: (cluster: string, row: ObjectRow) => string
}

/** What an object is and why it is as it is. */
export function ObjectOverview({ row, place, podRows, toObject }: ObjectOverviewProps) {
  const text = useText()
  const { object, replicas, cpu, memory } = row
  const isPod = row.type === 'pods'
  return (
    <div className={styles.overview}>
      <Why row={row} place={place} />
      <Facts>
        {replicas && <Fact label={text(kubernetesMessages.ready)}>{`${replicas.ready}/${replicas.wanted}`}</Fact>}
        {row.restarts > 0 && <Fact label={text(kubernetesMessages.restartsTitle)}>{row.restarts}</Fact>}
        {cpu && (
          <Fact label={text(kubernetesMessages.cpu)}>
            <UsageBar what="cpu" usage={cpu} />
          </Fact>
        )}
        {memory && (
          <Fact label={text(kubernetesMessages.memory)}>
            <UsageBar what="memory" usage={memory} />
          </Fact>
        )}
        {typeof object.spec?.['nodeName'] === 'string' && <Fact label={text(kubernetesMessages.node)}>{object.spec['nodeName']}</Fact>}
        {object.metadata?.creationTimestamp !== undefined && (
          <Fact label={text(kubernetesMessages.created)}>
            <RelativeTime isPast at={object.metadata.creationTimestamp} />
          </Fact>
        )}
      </Facts>
      {isPod && <ContainerList pod={object} />}
      {podRows.length > 0 && (
        <section>
          <h3 className={styles.heading}>{text(kubernetesMessages.podsOf)}</h3>
          <ObjectTable
            label={text(kubernetesMessages.podsOf)}
            view="pods"
            rows={podRows}
            toObject={each => toObject(place.cluster, each)}
            isFiltered={false}
          />
        </section>
      )}
      <Conditions object={object} />
      <Labels object={object} />
    </div>
  )
}

/** Put together from the object and, where they can be read, its events. */
function Why({ row, place }: { readonly row: ObjectRow; readonly place: PodPlace }) {
  const text = useText()
  const locale = useLocale()
  const now = useNow()
  const { client } = useKubernetes()
  const isAsked = isProblem(row.diagnosis.state) || row.diagnosis.state === 'pending'
  const events = useQuery({
    queryKey: ['kubernetes', 'events', place],
    queryFn: () => client.events(place),
    enabled: isAsked && row.type === 'pods',
    retry: false,
  })
  const diagnosis =
    row.type === 'pods' && events.data ? diagnosePod(row.object, { now: now.getTime(), events: events.data }) : row.diagnosis
  if (!isAsked || diagnosis.causes.length === 0) return undefined
  const context = { text, locale, now }
  const hasSeveral = containerNames(row.object).length > 1
  return (
    <section className={styles.why} data-state={diagnosis.state}>
      <h3 className={styles.heading}>{text(kubernetesMessages.whyNot)}</h3>
      <ul className={styles.causes}>
        {withoutRepeats(diagnosis.causes).map((cause, at) => {
          const hint = hintOf(cause)
          return (
            <li key={`${at} ${cause.code}`}>
              <span className={styles.cause}>{toCauseWords(cause, context)}</span>
              {hasSeveral && cause.container !== undefined && <span className={styles.muted}> {cause.container}</span>}
              {cause.message !== undefined && <p className={styles.said}>{cause.message}</p>}
              {hint && <p className={styles.muted}>{text(hint)}</p>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function withoutRepeats(causes: readonly Cause[]): readonly Cause[] {
  return [...new Map(causes.map(cause => [JSON.stringify(cause), cause])).values()]
}

function Conditions({ object }: { readonly object: KubeObject }) {
  const text = useText()
  const conditions = conditionsOf(object)
  if (conditions.length === 0) return undefined
  return (
    <section>
      <h3 className={styles.heading}>{text(kubernetesMessages.conditions)}</h3>
      <ul className={styles.conditions}>
        {conditions.map(({ type, status, reason, message }) => (
          <li key={type}>
            <span className={styles.cause}>{type}</span> <span className={styles.muted}>{[status, reason].filter(Boolean).join(', ')}</span>
            {message && <p className={styles.muted}>{message}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Labels({ object }: { readonly object: KubeObject }) {
  const text = useText()
  const labels = Object.entries(object.metadata?.labels ?? {}).map(([name, value]) => `${name}=${value}`)
  if (labels.length === 0) return undefined
  return (
    <section>
      <h3 className={styles.heading}>{text(kubernetesMessages.labels)}</h3>
      <ChipList items={labels} max={20} label={text(kubernetesMessages.labels)} />
    </section>
  )
}

import {
  type AttentionItem,
  type AttentionSource,
  EmptyWidget,
  type Extension,
  homeAttention,
  NamedIcon,
  useClient,
  useIdentity,
  useQuery,
  useSlot,
  useText,
} from '@portico/core/web'
import { Link, RelativeTime, SkeletonRows, uiMessages, useDate, useLocale } from '@portico/ui'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import { pageMessages } from '../page-messages.ts'
import styles from './AttentionWidget.module.css'

const maxShown = 30
const urgency = { error: 0, warning: 1, info: 2 }
const signs = { error: IconExclamationCircle, warning: IconAlertTriangle, info: IconClock }

/** What waits for the user, the most urgent first, from every plugin that knows something. */
export function AttentionWidget() {
  const text = useText()
  const { items, failed, isLoading } = useAttention()
  if (items.length === 0 && isLoading) return <SkeletonRows rows={5} />
  if (items.length === 0 && failed.length === 0) {
    return <EmptyWidget title={text(pageMessages.nothingOpen)}>{text(pageMessages.nothingOpenText)}</EmptyWidget>
  }
  const sorted = items.toSorted((a, b) => urgency[a.severity] - urgency[b.severity] || (b.since ?? '').localeCompare(a.since ?? ''))
  return (
    <>
      {failed.map(({ id, item, retry }) => (
        <p key={id} className={styles.failed} role="alert">
          {text(pageMessages.sourceFailed, { source: text(item.title) })}{' '}
          <button type="button" className={styles.retry} onClick={retry}>
            {text(uiMessages.retry)}
          </button>
        </p>
      ))}
      <ul className={styles.list}>
        {sorted.slice(0, maxShown).map(item => (
          <AttentionRow key={item.id} item={item} />
        ))}
      </ul>
      {sorted.length > maxShown && <p className={styles.more}>{text(pageMessages.moreOpen, { count: sorted.length - maxShown })}</p>}
    </>
  )
}

function AttentionRow({ item: { title, reason, to, severity, since, icon } }: { item: AttentionItem }) {
  const Sign = signs[severity]
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden>
        <NamedIcon name={icon ?? 'bug'} size={16} />
      </span>
      <Link to={to} className={styles.title} title={title}>
        {title}
      </Link>
      <span className={styles.reason} data-severity={severity} title={reason}>
        <Sign size={14} stroke={2} aria-hidden />
        <span className={styles.words}>{reason}</span>
      </span>
      <span className={styles.since}>{since !== undefined && <RelativeTime at={since} />}</span>
    </li>
  )
}

function useAttention() {
  const sources = useSlot(homeAttention)
  const results = sources.map(useSource)
  return {
    // An id is one of its kind within its source.
    items: results.flatMap(({ id, found }) => found.map(item => ({ ...item, id: `${id} ${item.id}` }))),
    failed: results.filter(({ hasFailed }) => hasFailed),
    isLoading: results.some(({ isLoading }) => isLoading),
  }
}

/** The slot is the same for as long as the portal is open, and with it the number of hooks. */
function useSource({ id, item }: Extension<AttentionSource>) {
  const text = useText()
  const date = useDate()
  const locale = useLocale()
  const client = useClient()
  const { ownershipEntityRefs } = useIdentity()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['home', 'attention', id, ownershipEntityRefs, locale],
    queryFn: () => item.find({ client, ownershipEntityRefs, text, date }),
    staleTime: 10_000,
  })
  return { id, item, found: data ?? [], hasFailed: error !== null, isLoading: isPending, retry: () => void refetch() }
}

import { Link, query, RequestErrorPanel, usePermission, useQuery, useText } from '@portico/core/web'
import { manageScorecardsPermission, scorecardsApi, scorecardsPaths, type Pack } from '@portico/scorecards/common'
import { Button, Chip, Code, EmptyState, SkeletonRows, useNumber } from '@portico/ui'
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs'
import { pageMessages } from '../parts/page-messages.ts'
import { overviewMessages } from './messages.ts'
import styles from './Overview.module.css'

/** What scorecards are for, and how to choose the checks that come with the portal. */
export function EmptyScorecards() {
  const text = useText()
  const { allowed } = usePermission({ permission: manageScorecardsPermission })
  const { data, error, refetch } = useQuery(query(scorecardsApi.listPacks))
  const count = data?.items.reduce((sum, { checks }) => sum + checks.length, 0) ?? 0
  return (
    <EmptyState
      wide
      icon={<IconListCheck size={32} aria-hidden />}
      title={text(overviewMessages.emptyTitle)}
      detail={
        error ? (
          <RequestErrorPanel error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <div className={styles.choose}>
            <p className={styles.muted}>{text(overviewMessages.chooseTitle)}</p>
            <Code block>{toConfig(data.items)}</Code>
            <PackList packs={data.items} />
          </div>
        ) : (
          <SkeletonRows rows={6} />
        )
      }
      action={
        allowed && (
          <Button component={Link} to={scorecardsPaths.editor({ kind: 'Check' })} plain variant="default" size="xs">
            {text(pageMessages.newCheck)}
          </Button>
        )
      }
    >
      {data && text(overviewMessages.emptyText, { count })} {text(overviewMessages.emptyOwn)}
    </EmptyState>
  )
}

function toConfig(packs: readonly Pack[]): string {
  return ['scorecards:', '  packs:', ...packs.map(({ name }) => `    ${name}: true`)].join('\n')
}

/** The packs with what is in each. */
export function PackList({ packs }: { packs: readonly Pack[] }) {
  const text = useText()
  const number = useNumber()
  return (
    <ul className={styles.packs} aria-label={text(overviewMessages.packs)}>
      {packs.map(({ name, title, description, checks, isChosen }) => (
        <li key={name} className={styles.pack}>
          <span className={styles.packHead}>
            <span>
              {title} <span className={styles.muted}>{name}</span>
            </span>
            <span className={styles.chosen}>
              {isChosen && <Chip>{text(overviewMessages.packChosen)}</Chip>}{' '}
              {text(overviewMessages.packChecks, { count: number(checks.length) })}
            </span>
          </span>
          <p className={styles.muted}>{description}</p>
        </li>
      ))}
    </ul>
  )
}

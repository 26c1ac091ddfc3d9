import { EntityLink } from '@portico/catalog/web'
import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths, type NextStep } from '@portico/scorecards/common'
import { Button, Chip, EmptyState, InfoCard, SkeletonRows, useNumber } from '@portico/ui'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { useState } from 'react'
import { Fix } from './Fix.tsx'
import { fixMessages } from './fix-messages.ts'
import styles from './Fix.module.css'
import { ResultBadge } from './ResultBadge.tsx'
import { EffortText, SeverityBadge } from './SeverityBadge.tsx'

const pageSize = 10

/** What an owner can do next, the most gain for the least effort first. */
export function NextSteps({ owner }: { owner: string }) {
  const text = useText()
  const number = useNumber()
  const [limit, setLimit] = useState(pageSize)
  const { data, error, refetch } = useQuery({
    ...query(scorecardsApi.listNextSteps, { query: { owner: [owner], limit } }),
    placeholderData: previous => previous,
  })
  return (
    <InfoCard title={text(fixMessages.next)} subtitle={text(fixMessages.nextText)} flush>
      {error ? (
        <RequestErrorPanel error={error} title={text(fixMessages.stepsFailed)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : data.items.length === 0 ? (
        <EmptyState size="small" icon={<IconCircleCheck size={24} aria-hidden />} title={text(fixMessages.nothing)}>
          {text(fixMessages.nothingText)}
        </EmptyState>
      ) : (
        <>
          <StepList steps={data.items} />
          {data.total > data.items.length && (
            <p className={styles.foot}>
              {text(fixMessages.shown, { shown: number(data.items.length), count: number(data.total) })}
              {limit < 100 && (
                <Button size="compact-sm" variant="default" onClick={() => setLimit(Math.min(100, limit + 2 * pageSize))}>
                  {text(fixMessages.showMore)}
                </Button>
              )}
            </p>
          )}
        </>
      )}
    </InfoCard>
  )
}

/** Steps: which check, of what, what it brings, and how it is done. */
export function StepList({ steps, hasEntity = true }: { steps: readonly NextStep[]; hasEntity?: boolean }) {
  const text = useText()
  const number = useNumber()
  return (
    <ul className={styles.steps} aria-label={text(fixMessages.next)}>
      {steps.map(step => (
        <li key={`${step.entityRef} ${step.check}`} className={styles.step}>
          <span className={styles.title}>
            <Link to={scorecardsPaths.check(step.check)}>{step.title}</Link>
            {step.unlocks && <Chip>{text(fixMessages.unlocks, { level: step.unlocks.title })}</Chip>}
          </span>
          <span className={styles.gain}>
            {text(fixMessages.gain, { points: number(step.gain, { maximumFractionDigits: step.gain < 10 ? 1 : 0 }) })}
          </span>
          <span className={styles.facts}>
            {hasEntity && <EntityLink entity={step.entityRef} tab="scorecards" />}
            <ResultBadge result={step.state} />
            <SeverityBadge severity={step.severity} />
            <span>
              <EffortText effort={step.effort} />
            </span>
            {step.state === 'unknown' && step.reason !== undefined && <span dir="auto">{step.reason}</span>}
          </span>
          {step.fix && (
            <details className={styles.more}>
              <summary>{text(fixMessages.howToFix)}</summary>
              <div>
                <Fix fix={step.fix} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

import { EntityLink } from '@portico/catalog/web'
import { RequestErrorPanel, useText } from '@portico/core/web'
import type { Flip, StateCounts, WhatIf } from '@portico/scorecards/common'
import { Button, InfoCard, Progress, SkeletonRows, useNumber } from '@portico/ui'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import { ResultBadge } from '../parts/ResultBadge.tsx'
import { ResultBar } from '../parts/ResultBar.tsx'
import { ResultReasonText } from '../parts/ResultReasonText.tsx'
import { scoreMessages } from '../parts/score-messages.ts'
import styles from './Editor.module.css'
import { editorMessages } from './messages.ts'
import type { useWhatIf } from './use-document.ts'

/** What the text would change: the numbers now and then, the teams, and what would flip. */
export function WhatIfPanel({ found, hasErrors }: { found: ReturnType<typeof useWhatIf>; hasErrors: boolean }) {
  const text = useText()
  const number = useNumber()
  const { data, error, refetch, isFetching, isOutdated, showMore } = found
  return (
    <InfoCard
      title={text(editorMessages.whatIf)}
      subtitle={text(editorMessages.whatIfText)}
      action={
        isFetching ? (
          <Progress look="inline" />
        ) : (
          data && (
            <span className={styles.quiet}>
              {text(editorMessages.tried, { count: number(data.entities), ms: number(Math.round(data.tookMs)) })}
            </span>
          )
        )
      }
    >
      {error && !hasErrors ? (
        <RequestErrorPanel error={error} title={text(editorMessages.whatIfFailed)} onRetry={() => void refetch()} />
      ) : hasErrors ? (
        <p className={styles.quiet}>{text(editorMessages.whatIfProblems)}</p>
      ) : data ? (
        <div className={styles.whatIf} data-old={isOutdated || undefined} aria-busy={isOutdated}>
          <Numbers whatIf={data} />
          <Causes whatIf={data} />
          <Teams whatIf={data} />
          <Flips whatIf={data} onMore={showMore} />
        </div>
      ) : isFetching ? (
        <SkeletonRows rows={6} />
      ) : (
        <p className={styles.quiet}>{text(editorMessages.whatIfWaiting)}</p>
      )}
    </InfoCard>
  )
}

function Numbers({ whatIf: { now, after, entities } }: { whatIf: WhatIf }) {
  const text = useText()
  const number = useNumber()
  const rows = [
    ['pass', scoreMessages.passing],
    ['fail', scoreMessages.failing],
    ['unknown', scoreMessages.notKnown],
    ['exempt', scoreMessages.exempted],
  ] as const
  if (entities === 0) return <p className={styles.note}>{text(editorMessages.matchesNone)}</p>
  return (
    <>
      <div role="status">
        <dl className={styles.numbers}>
          {rows.map(([state, title]) => (
            <div key={state} className={styles.number} data-state={state}>
              <dt>{text(title)}</dt>
              <dd>
                {number(after[state])} <Difference from={now[state]} to={after[state]} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.bars}>
        <Bar label={text(editorMessages.now)} counts={now} />
        <Bar label={text(editorMessages.after)} counts={after} />
      </div>
    </>
  )
}

function Bar({ label, counts }: { label: string; counts: StateCounts }) {
  return (
    <>
      <span className={styles.quiet}>{label}</span>
      <ResultBar label={label} counts={counts} hasLegend={false} />
    </>
  )
}

function Difference({ from, to }: { from: number; to: number }) {
  const number = useNumber()
  if (from === to) return undefined
  return <span className={styles.difference}>{number(to - from, { signDisplay: 'exceptZero' })}</span>
}

function Causes({ whatIf: { causes } }: { whatIf: WhatIf }) {
  const text = useText()
  const number = useNumber()
  if (causes.length === 0) return undefined
  return (
    <section aria-label={text(editorMessages.causes)}>
      <h3 className={styles.heading}>{text(editorMessages.causes)}</h3>
      <ul className={styles.list}>
        {causes.slice(0, 5).map(({ state, code, input, message, count }) => (
          <li key={`${state} ${code} ${input} ${message}`} className={styles.cause}>
            <ResultBadge result={state} size="sign" />
            <span className={styles.words} dir="auto">
              {message}
            </span>
            <span className={styles.count}>{number(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const maxTeams = 12

function Teams({ whatIf: { owners } }: { whatIf: WhatIf }) {
  const text = useText()
  const number = useNumber()
  const changed = owners.filter(({ now, after }) => now.fail !== after.fail || now.pass !== after.pass || now.unknown !== after.unknown)
  if (changed.length === 0) return undefined
  return (
    <section aria-label={text(editorMessages.teams)}>
      <h3 className={styles.heading}>{text(editorMessages.teams)}</h3>
      <ul className={styles.list}>
        {changed.slice(0, maxTeams).map(({ key, title, after, entities }) => (
          <li key={key} className={styles.team}>
            <span className={styles.words} title={title}>
              {title}
            </span>
            <ResultBar label={title} counts={after} hasLegend={false} />
            <span className={styles.count}>{number(entities)}</span>
          </li>
        ))}
      </ul>
      {changed.length > maxTeams && (
        <p className={styles.quiet}>{text(editorMessages.flipsShown, { shown: number(maxTeams), count: number(changed.length) })}</p>
      )}
    </section>
  )
}

function Flips({ whatIf: { flips, totalFlips }, onMore }: { whatIf: WhatIf; onMore: (() => void) | undefined }) {
  const text = useText()
  const number = useNumber()
  return (
    <section aria-label={text(editorMessages.flips)}>
      <h3 className={styles.heading}>
        {text(editorMessages.flips)} <span className={styles.quiet}>{number(totalFlips)}</span>
      </h3>
      {totalFlips === 0 && <p className={styles.quiet}>{text(editorMessages.noFlips)}</p>}
      <ul className={styles.list}>
        {flips.map(flip => (
          <FlipRow key={`${flip.entityRef} ${flip.check}`} flip={flip} />
        ))}
      </ul>
      {totalFlips > flips.length && (
        <p className={styles.foot}>
          {text(editorMessages.flipsShown, { shown: number(flips.length), count: number(totalFlips) })}
          {onMore && (
            <Button size="compact-sm" variant="default" onClick={onMore}>
              {text(editorMessages.more)}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}

function FlipRow({ flip: { entityRef, from, to, reason, inputs } }: { flip: Flip }) {
  const text = useText()
  const badge = (state: Flip['from']) =>
    state ? <ResultBadge result={state} /> : <span className={styles.quiet}>{text(editorMessages.noResult)}</span>
  return (
    <li className={styles.flip}>
      <EntityLink entity={entityRef} />
      <span className={styles.change}>
        {badge(from)}
        <IconArrowRight size={14} aria-hidden />
        {badge(to)}
      </span>
      {(reason !== undefined || inputs.length > 0) && (
        <span className={styles.why} dir="auto">
          {reason ?? <ResultReasonText result={{ inputs }} />}
        </span>
      )}
    </li>
  )
}

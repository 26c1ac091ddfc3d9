import { useMoment, EntityLink } from '@portico/catalog/web'
import { Link, query, useParams, useQuery, useText } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths, type ScorecardDetail } from '@portico/scorecards/common'
import { Fact, Facts, InfoCard, Select, useNumber, WarningPanel } from '@portico/ui'
import { EntityList } from '../parts/EntityList.tsx'
import { LevelBar } from '../parts/LevelBar.tsx'
import { pageMessages } from '../parts/page-messages.ts'
import { ResultBar } from '../parts/ResultBar.tsx'
import { scoreMessages } from '../parts/score-messages.ts'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import { DocumentFrame } from '../parts/DocumentFrame.tsx'
import { SeverityBadge, StateChip } from '../parts/SeverityBadge.tsx'
import { SourceText } from '../parts/SourceText.tsx'
import { Trend } from '../parts/Trend.tsx'
import styles from '../parts/Pages.module.css'
import { detailMessages } from '../parts/detail-messages.ts'
import { WordsField } from '../parts/WordsField.tsx'
import { oneOf, useSearchState } from '../use-search-state.ts'

const orders = ['worst', 'best', 'unknown', 'title'] as const

/** A scorecard: its levels, how many entities are at each, and the entities, the worst first. */
export default function ScorecardPage() {
  const { name = '' } = useParams()
  const { asOf } = useMoment()
  const found = useQuery({
    ...query(scorecardsApi.getScorecard, { params: { name }, query: { ...(asOf !== undefined && { asOf }) } }),
    placeholderData: previous => (previous?.name === name ? previous : undefined),
    refetchInterval: asOf === undefined ? 60_000 : false,
  })
  return (
    <DocumentFrame
      kind="Scorecard"
      name={name}
      found={found}
      mark={({ state }) => <StateChip state={state} />}
      facts={scorecard => <ScorecardFacts scorecard={scorecard} />}
      scope={{ scorecard: name }}
    >
      {scorecard => <Scorecard scorecard={scorecard} asOf={asOf} />}
    </DocumentFrame>
  )
}

function ScorecardFacts({ scorecard }: { scorecard: ScorecardDetail }) {
  const text = useText()
  const number = useNumber()
  return (
    <Facts>
      <Fact label={text(pageMessages.owner)}>
        <EntityLink entity={scorecard.owner} defaultKind="group" />
      </Fact>
      <Fact label={text(pageMessages.entities)}>{number(scorecard.entities)}</Fact>
      <Fact label={text(pageMessages.source)}>
        <SourceText source={scorecard.source} />
      </Fact>
    </Facts>
  )
}

function Scorecard({ scorecard, asOf }: { scorecard: ScorecardDetail; asOf: string | undefined }) {
  const text = useText()
  const { levels, levelTitles, name } = scorecard
  return (
    <div className={styles.page}>
      {scorecard.missing.length > 0 && (
        <WarningPanel title={text(detailMessages.missingChecks)}>{scorecard.missing.join(', ')}</WarningPanel>
      )}
      <div className={styles.halves}>
        <InfoCard title={text(scoreMessages.score)}>
          <div className={styles.numbers}>
            <ScoreNumber score={scorecard} size="large" />
            <ResultBar label={text(pageMessages.results)} counts={scorecard.counts} />
            {levels && levelTitles.length > 0 && (
              <LevelBar hasLegend label={text(detailMessages.levels)} levels={levelTitles} counts={levels} />
            )}
          </div>
        </InfoCard>
        <InfoCard title={text(pageMessages.trend)}>
          <Trend scope={{ scorecard: name }} asOf={asOf} shows="score" />
        </InfoCard>
      </div>
      <Levels scorecard={scorecard} />
      <Entities scorecard={scorecard} asOf={asOf} />
    </div>
  )
}

/** The checks, level by level. */
function Levels({ scorecard: { document, checks } }: { scorecard: ScorecardDetail }) {
  const text = useText()
  const rest = checks.filter(({ level }) => level === undefined)
  const groups = [
    ...document.spec.levels.map(({ name, title }) => ({ name, title, checks: checks.filter(({ level }) => level === name) })),
    ...(rest.length > 0 ? [{ name: '', title: text(detailMessages.otherChecks), checks: rest }] : []),
  ]
  return (
    <InfoCard title={text(detailMessages.levels)} flush>
      {groups.map(group => (
        <section key={group.name} aria-label={group.title}>
          <h3 className={styles.group}>{group.title}</h3>
          <ul className={styles.rows}>
            {group.checks.map(check => (
              <li key={check.name} className={styles.check}>
                <span className={styles.main}>
                  <Link to={scorecardsPaths.check(check.name)}>{check.title}</Link>
                  <StateChip state={check.state} />
                </span>
                <SeverityBadge severity={check.severity} />
                <ScoreNumber score={check} />
                <ResultBar label={check.title} counts={check.counts} hasLegend={false} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </InfoCard>
  )
}

function Entities({ scorecard, asOf }: { scorecard: ScorecardDetail; asOf: string | undefined }) {
  const text = useText()
  const { search, change, text: words } = useSearchState()
  const { levelTitles } = scorecard
  const level = search.get('level') ?? 'all'
  const order = oneOf(search.get('order'), orders)
  return (
    <EntityList
      label={text(pageMessages.entities)}
      shows="score"
      levels={levelTitles}
      of={{
        scorecard: scorecard.name,
        order,
        ...(asOf !== undefined && { asOf }),
        ...(words !== '' && { text: words }),
        ...(level !== 'all' && { level: [level === 'none' ? '' : level] }),
      }}
      toolbar={
        <>
          {levelTitles.length > 0 && (
            <Select
              inline
              labelHidden
              label={text(scoreMessages.level)}
              value={level}
              options={[
                { value: 'all', label: text(pageMessages.allLevels) },
                ...levelTitles.map(({ name, title }) => ({ value: name, label: title })),
                { value: 'none', label: text(pageMessages.noLevel) },
              ]}
              onChange={value => change({ level: value === 'all' ? undefined : value })}
            />
          )}
          <Select
            inline
            labelHidden
            label={text(pageMessages.order)}
            value={order}
            options={[
              { value: 'worst', label: text(pageMessages.worst) },
              { value: 'best', label: text(pageMessages.best) },
              { value: 'unknown', label: text(pageMessages.mostUnknown) },
              { value: 'title', label: text(pageMessages.byTitle) },
            ]}
            onChange={value => change({ order: value })}
          />
          <WordsField />
        </>
      }
    />
  )
}

import { EntityLink, useMoment } from '@portico/catalog/web'
import { Link, query, useParams, useQuery, useText } from '@portico/core/web'
import { resultStates, scorecardsApi, scorecardsPaths, type CheckDetail, type CheckFix } from '@portico/scorecards/common'
import { Code, Fact, Facts, InfoCard, Markdown, SegmentedControl, toYaml, useNumber } from '@portico/ui'
import { scorecardsMessages } from '../messages.ts'
import { EntityList } from '../parts/EntityList.tsx'
import { CheckExemptions } from '../exemptions/CheckExemptions.tsx'
import { detailMessages } from '../parts/detail-messages.ts'
import { fixMessages } from '../parts/fix-messages.ts'
import { pageMessages } from '../parts/page-messages.ts'
import styles from '../parts/Pages.module.css'
import { ResultBadge } from '../parts/ResultBadge.tsx'
import { ResultBar } from '../parts/ResultBar.tsx'
import { scoreMessages } from '../parts/score-messages.ts'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import { DocumentFrame } from '../parts/DocumentFrame.tsx'
import { EffortText, SeverityBadge, StateChip } from '../parts/SeverityBadge.tsx'
import { SourceText } from '../parts/SourceText.tsx'
import { Trend } from '../parts/Trend.tsx'
import { WordsField } from '../parts/WordsField.tsx'
import { oneOf, useSearchState } from '../use-search-state.ts'
import { useCampaignTitles, useScorecardTitles } from '../use-titles.ts'

/** A check: what it asks for and why, its results over time, the most common causes, and its entities. */
export default function CheckPage() {
  const text = useText()
  const { name = '' } = useParams()
  const { asOf } = useMoment()
  const found = useQuery({
    ...query(scorecardsApi.getCheck, { params: { name }, query: { ...(asOf !== undefined && { asOf }) } }),
    placeholderData: previous => (previous?.name === name ? previous : undefined),
    refetchInterval: asOf === undefined ? 60_000 : false,
  })
  return (
    <DocumentFrame
      kind="Check"
      name={name}
      found={found}
      parent={{ title: text(scorecardsMessages.checks), to: scorecardsPaths.checks() }}
      mark={({ state }) => <StateChip state={state} />}
      facts={check => <CheckFacts check={check} />}
      scope={{ check: name }}
    >
      {check => <Check check={check} asOf={asOf} />}
    </DocumentFrame>
  )
}

function CheckFacts({ check }: { check: CheckDetail }) {
  const text = useText()
  const number = useNumber()
  return (
    <Facts>
      <Fact label={text(pageMessages.severity)}>
        <SeverityBadge severity={check.severity} />
      </Fact>
      <Fact label={text(pageMessages.weight)}>{number(check.weight)}</Fact>
      <Fact label={text(pageMessages.effort)}>
        <EffortText effort={check.effort} />
      </Fact>
      <Fact label={text(pageMessages.owner)}>
        <EntityLink entity={check.owner} defaultKind="group" />
      </Fact>
      <Fact label={text(pageMessages.source)}>
        <SourceText source={check.source} />
      </Fact>
    </Facts>
  )
}

function Check({ check, asOf }: { check: CheckDetail; asOf: string | undefined }) {
  const text = useText()
  return (
    <div className={styles.page}>
      <div className={styles.halves}>
        <InfoCard title={text(pageMessages.results)}>
          <div className={styles.numbers}>
            <ScoreNumber score={check} size="large" />
            <ResultBar label={text(pageMessages.results)} counts={check.counts} />
          </div>
        </InfoCard>
        <InfoCard title={text(pageMessages.trend)}>
          <Trend scope={{ check: check.name }} asOf={asOf} shows="states" />
        </InfoCard>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Causes check={check} />
          <Entities check={check} asOf={asOf} />
        </div>
        <div className={styles.column}>
          <About check={check} />
          <CheckExemptions check={check} />
        </div>
      </div>
    </div>
  )
}

function Causes({ check: { causes } }: { check: CheckDetail }) {
  const text = useText()
  const number = useNumber()
  return (
    <InfoCard title={text(detailMessages.causes)} flush>
      {causes.length === 0 ? (
        <p className={`${styles.muted} ${styles.row}`}>{text(detailMessages.noCauses)}</p>
      ) : (
        <ul className={styles.rows}>
          {causes.map(({ state, code, input, message, count }) => (
            <li key={`${state} ${code} ${input} ${message}`} className={styles.row}>
              <span className={styles.main}>
                <ResultBadge result={state} />
                <span className={styles.words} dir="auto">
                  {message}
                </span>
              </span>
              <span className={styles.count}>{number(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </InfoCard>
  )
}

const states = ['all', ...resultStates] as const

function Entities({ check, asOf }: { check: CheckDetail; asOf: string | undefined }) {
  const text = useText()
  const { search, change, text: words } = useSearchState()
  const state = oneOf(search.get('state'), states)
  return (
    <EntityList
      label={text(pageMessages.entities)}
      shows="result"
      of={{
        check: check.name,
        ...(asOf !== undefined && { asOf }),
        ...(words !== '' && { text: words }),
        ...(state !== 'all' && { state: [state] }),
      }}
      toolbar={
        <>
          <SegmentedControl
            label={text(pageMessages.result)}
            labelHidden
            value={state}
            segments={states.map(value => ({ value, label: value === 'all' ? text(pageMessages.allStates) : text(scoreMessages[value]) }))}
            onChange={value => change({ state: value === 'all' ? undefined : value })}
          />
          <WordsField />
        </>
      }
    />
  )
}

/** Why it matters, how it is passed, and what it reads. */
function About({ check }: { check: CheckDetail }) {
  const text = useText()
  const scorecardTitle = useScorecardTitles()
  const campaignTitle = useCampaignTitles()
  const { why, fix, expression, filter, grace } = check.document.spec
  return (
    <>
      <InfoCard title={text(detailMessages.whyItMatters)}>
        <Markdown>{why}</Markdown>
      </InfoCard>
      {fix && <HowToFix fix={fix} />}
      <InfoCard title={text(detailMessages.expression)}>
        <div className={styles.block}>
          <Code block wrap>
            {expression}
          </Code>
          {check.inputs.length > 0 && (
            <div>
              <p className={styles.muted}>{text(detailMessages.reads)}</p>
              <ul className={styles.list}>
                {check.inputs.map(input => (
                  <li key={input}>
                    <Code>{input}</Code>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div>
            <p className={styles.muted}>{text(detailMessages.filter)}</p>
            <Code block>{toYaml(filter).trim()}</Code>
          </div>
          {grace !== undefined && (
            <p className={styles.muted}>
              {text(detailMessages.grace)}: {grace}
            </p>
          )}
          {check.scorecards.length + check.campaigns.length > 0 && (
            <div>
              <p className={styles.muted}>{text(detailMessages.inScorecards)}</p>
              <ul className={styles.list}>
                {check.scorecards.map(name => (
                  <li key={name}>
                    <Link to={scorecardsPaths.scorecard(name)}>{scorecardTitle(name)}</Link>
                  </li>
                ))}
                {check.campaigns.map(name => (
                  <li key={name}>
                    <Link to={scorecardsPaths.campaign(name)}>{campaignTitle(name)}</Link>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </InfoCard>
    </>
  )
}

/** As it is written: what depends on the entity is filled in on the page of the entity. */
function HowToFix({ fix }: { fix: CheckFix }) {
  const text = useText()
  return (
    <InfoCard title={text(fixMessages.howToFix)}>
      <div className={styles.block}>
        {fix.text !== undefined && <Markdown>{fix.text}</Markdown>}
        <ul className={styles.list}>
          {fix.links?.map(({ title, url }) => (
            <li key={url}>{/\{/.test(url) ? <span className={styles.muted}>{title}</span> : <Link to={url}>{title}</Link>}</li>
          ))}
          {fix.template && (
            <li>
              <EntityLink entity={fix.template.ref} defaultKind="template" />
            </li>
          )}
        </ul>
      </div>
    </InfoCard>
  )
}

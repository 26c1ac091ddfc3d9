import { EntityLink } from '@portico/catalog/web'
import { Link, query, useParams, useQuery, useText } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths, type CampaignDetail } from '@portico/scorecards/common'
import { Fact, Facts, InfoCard, SegmentedControl, TrendChart, useNumber } from '@portico/ui'
import { useMemo } from 'react'
import { CampaignBar } from '../campaigns/CampaignBar.tsx'
import { PhaseChip } from '../campaigns/CampaignRows.tsx'
import campaignStyles from '../campaigns/Campaigns.module.css'
import { scorecardsMessages } from '../messages.ts'
import { detailMessages } from '../parts/detail-messages.ts'
import { EntityList } from '../parts/EntityList.tsx'
import { pageMessages } from '../parts/page-messages.ts'
import styles from '../parts/Pages.module.css'
import { ResultBar } from '../parts/ResultBar.tsx'
import { ScoreNumber, usePercent } from '../parts/ScoreNumber.tsx'
import { DocumentFrame } from '../parts/DocumentFrame.tsx'
import { SourceText } from '../parts/SourceText.tsx'
import { useDay } from '../use-day.ts'
import { oneOf, useSearchState } from '../use-search-state.ts'

/** A campaign: how far it is, whether it reaches its goal in time, and who has how much left. */
export default function CampaignPage() {
  const text = useText()
  const { name = '' } = useParams()
  const found = useQuery({ ...query(scorecardsApi.getCampaign, { params: { name } }), refetchInterval: 60_000 })
  return (
    <DocumentFrame
      kind="Campaign"
      name={name}
      found={found}
      parent={{ title: text(scorecardsMessages.campaigns), to: scorecardsPaths.campaigns() }}
      mark={({ phase }) => <PhaseChip phase={phase} />}
      facts={campaign => <CampaignFacts campaign={campaign} />}
    >
      {campaign => <Campaign campaign={campaign} />}
    </DocumentFrame>
  )
}

function CampaignFacts({ campaign }: { campaign: CampaignDetail }) {
  const text = useText()
  const day = useDay()
  const percent = usePercent()
  const { reminders } = campaign.document.spec
  return (
    <Facts>
      <Fact label={text(detailMessages.start)}>{day(campaign.start)}</Fact>
      <Fact label={text(detailMessages.due)}>{day(campaign.due)}</Fact>
      <Fact label={text(detailMessages.goal)}>{text(detailMessages.goalOf, { percent: percent(campaign.goal) })}</Fact>
      <Fact label={text(detailMessages.reminders)}>
        {reminders.length === 0 ? text(detailMessages.noReminders) : text(detailMessages.remindersText, { list: reminders.join(', ') })}
      </Fact>
      <Fact label={text(pageMessages.owner)}>
        <EntityLink entity={campaign.owner} defaultKind="group" />
      </Fact>
      <Fact label={text(pageMessages.source)}>
        <SourceText source={campaign.source} />
      </Fact>
    </Facts>
  )
}

const views = ['open', 'done'] as const

function Campaign({ campaign }: { campaign: CampaignDetail }) {
  const text = useText()
  const number = useNumber()
  const { search, change } = useSearchState()
  const show = oneOf(search.get('show'), views)
  return (
    <div className={styles.page}>
      <div className={styles.halves}>
        <InfoCard title={text(detailMessages.progress)}>
          <div className={styles.numbers}>
            <span>{text(detailMessages.done, { done: number(campaign.done), count: number(campaign.entities) })}</span>
            <CampaignBar campaign={campaign} />
          </div>
        </InfoCard>
        <InfoCard title={text(pageMessages.trend)}>
          <Progress campaign={campaign} />
        </InfoCard>
      </div>
      <div className={styles.columns}>
        <EntityList
          label={text(pageMessages.entities)}
          shows="score"
          of={{ campaign: campaign.name, open: show === 'open' ? 'true' : 'false' }}
          toolbar={
            <SegmentedControl
              label={text(pageMessages.entities)}
              labelHidden
              value={show}
              segments={[
                { value: 'open', label: text(detailMessages.openWord) },
                { value: 'done', label: text(detailMessages.doneWord) },
              ]}
              onChange={value => change({ show: value })}
            />
          }
        />
        <div className={styles.column}>
          <InfoCard title={text(detailMessages.byOwner)} flush>
            <ul className={campaignStyles.rows}>
              {campaign.owners.map(owner => (
                <li key={owner.key} className={campaignStyles.row}>
                  <span className={campaignStyles.title}>
                    {owner.key === '' ? owner.title : <Link to={scorecardsPaths.team(owner.key)}>{owner.title}</Link>}
                  </span>
                  <span className={campaignStyles.done}>{text(detailMessages.left, { count: number(owner.entities - owner.done) })}</span>
                  <span className={styles.whole}>
                    <CampaignBar campaign={{ ...owner, goal: campaign.goal }} />
                  </span>
                </li>
              ))}
            </ul>
          </InfoCard>
          <InfoCard title={text(scorecardsMessages.checks)} flush>
            <ul className={styles.rows}>
              {campaign.checks.map(check => (
                <li key={check.name} className={styles.row}>
                  <span className={styles.main}>
                    <Link to={scorecardsPaths.check(check.name)}>{check.title}</Link>
                  </span>
                  <ScoreNumber score={check} />
                  <span className={styles.whole}>
                    <ResultBar label={check.title} counts={check.counts} hasLegend={false} />
                  </span>
                </li>
              ))}
            </ul>
          </InfoCard>
        </div>
      </div>
    </div>
  )
}

/** How many were done at the end of each day, and the line to the goal on its date. */
function Progress({ campaign }: { campaign: CampaignDetail }) {
  const text = useText()
  const percent = usePercent()
  const { progress, start, due, goal } = campaign
  const series = useMemo(() => {
    const share = (done: number, entities: number) => (entities === 0 ? undefined : (done / entities) * 100)
    const [first] = progress
    return [
      { name: text(detailMessages.doneWord), points: progress.map(({ at, done, entities }) => ({ at, value: share(done, entities) })) },
      {
        name: text(detailMessages.goalLine),
        tone: 'unknown' as const,
        points: [
          { at: start, value: (first && share(first.done, first.entities)) ?? 0 },
          { at: due, value: goal },
        ],
      },
    ]
  }, [progress, start, due, goal, text])
  return <TrendChart label={text(detailMessages.progress)} series={series} min={0} max={100} format={percent} />
}

import { EntityLink, TimeButton, useMoment } from '@portico/catalog/web'
import { stringifyEntityRef } from '@portico/catalog/common'
import { Link, query, RequestErrorPanel, useParams, useQuery, useText } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths, type Team } from '@portico/scorecards/common'
import { EmptyState, Fact, Facts, InfoCard, SkeletonRows, useNumber } from '@portico/ui'
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs'
import { CampaignRows } from '../campaigns/CampaignRows.tsx'
import { ExemptionList } from '../exemptions/ExemptionList.tsx'
import { ChangeNumber } from '../parts/ChangeNumber.tsx'
import { detailMessages } from '../parts/detail-messages.ts'
import { EntityList } from '../parts/EntityList.tsx'
import { LevelBar } from '../parts/LevelBar.tsx'
import { NextSteps } from '../parts/NextSteps.tsx'
import { pageMessages } from '../parts/page-messages.ts'
import styles from '../parts/Pages.module.css'
import { PastBar } from '../parts/Past.tsx'
import { ResultBar } from '../parts/ResultBar.tsx'
import { scoreMessages } from '../parts/score-messages.ts'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import { ScorecardsFrame } from '../parts/ScorecardsFrame.tsx'
import { Trend } from '../parts/Trend.tsx'

/** A team: what to do next, how it scores, its campaigns and exemptions. */
export default function TeamPage() {
  const text = useText()
  const { namespace = '', kind = '', name = '' } = useParams()
  const { asOf } = useMoment()
  const ref = stringifyEntityRef({ kind, namespace, name })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(scorecardsApi.getTeam, { params: { namespace, kind, name }, query: { ...(asOf !== undefined && { asOf }) } }),
    placeholderData: previous => (previous?.ref === ref ? previous : undefined),
    refetchInterval: asOf === undefined ? 60_000 : false,
  })
  return (
    <ScorecardsFrame title={data?.title ?? name} facts={data && <TeamFacts team={data} />} actions={<TimeButton />}>
      <PastBar scope={{ owner: [ref] }} isBusy={isPlaceholderData} />
      {error ? (
        <RequestErrorPanel error={error} title={text(pageMessages.failed)} onRetry={() => void refetch()} />
      ) : data ? (
        <TeamView team={data} asOf={asOf} />
      ) : (
        <SkeletonRows rows={10} />
      )}
    </ScorecardsFrame>
  )
}

function TeamFacts({ team }: { team: Team }) {
  const text = useText()
  const number = useNumber()
  return (
    <Facts>
      <Fact label={text(scoreMessages.score)}>
        <ScoreNumber score={team} />
      </Fact>
      <Fact label={text(pageMessages.change)}>
        <ChangeNumber change={team.change} />
      </Fact>
      <Fact label={text(pageMessages.entities)}>{number(team.entities.length)}</Fact>
      <Fact label={text(detailMessages.team)}>
        <EntityLink entity={team.ref} defaultKind="group" />
      </Fact>
    </Facts>
  )
}

function TeamView({ team, asOf }: { team: Team; asOf: string | undefined }) {
  const text = useText()
  if (team.scorecards.length === 0 && team.entities.length === 0) {
    return (
      <EmptyState icon={<IconUsersGroup size={32} aria-hidden />} title={text(detailMessages.noTeamScores)}>
        {text(detailMessages.noTeamScoresText)}
      </EmptyState>
    )
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {asOf === undefined && <NextSteps owner={team.ref} />}
        <EntityList
          label={text(detailMessages.worstEntities)}
          shows="score"
          of={{ owner: [team.ref], ...(asOf !== undefined && { asOf }) }}
        />
      </div>
      <div className={styles.column}>
        <InfoCard title={text(detailMessages.teamScores)} flush>
          <ul className={styles.rows}>
            {team.scorecards.map(card => (
              <li key={card.name} className={styles.row}>
                <span className={styles.main}>
                  <Link to={scorecardsPaths.scorecard(card.name)}>{card.title}</Link>
                </span>
                <ScoreNumber score={card} />
                <span className={styles.whole}>
                  {card.levels && card.levelTitles.length > 0 ? (
                    <LevelBar label={card.title} levels={card.levelTitles} counts={card.levels} hasLegend />
                  ) : (
                    <ResultBar label={card.title} counts={card.counts} hasLegend={false} />
                  )}
                </span>
              </li>
            ))}
          </ul>
        </InfoCard>
        <InfoCard title={text(pageMessages.trend)}>
          <Trend scope={{ owner: [team.ref] }} asOf={asOf} shows="score" />
        </InfoCard>
        {team.campaigns.length > 0 && (
          <InfoCard title={text(detailMessages.campaigns)} flush>
            <CampaignRows campaigns={team.campaigns} />
          </InfoCard>
        )}
        {team.exemptions.length > 0 && (
          <InfoCard title={text(detailMessages.exemptionsOf)} flush>
            <ExemptionList exemptions={team.exemptions} />
          </InfoCard>
        )}
      </div>
    </div>
  )
}

import { Link, query, RequestErrorPanel, usePermission, useQuery, useText } from '@portico/core/web'
import { manageScorecardsPermission, scorecardsApi, scorecardsPaths } from '@portico/scorecards/common'
import { Button, EmptyState, InfoCard, SkeletonRows } from '@portico/ui'
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs'
import { CampaignRows } from '../campaigns/CampaignRows.tsx'
import { scorecardsMessages } from '../messages.ts'
import { detailMessages } from '../parts/detail-messages.ts'
import { ScorecardsFrame } from '../parts/ScorecardsFrame.tsx'

/** All campaigns, those that are due first. */
export default function CampaignsPage() {
  const text = useText()
  const { allowed } = usePermission({ permission: manageScorecardsPermission })
  const create = allowed && (
    <Button component={Link} to={scorecardsPaths.editor({ kind: 'Campaign' })} plain size="xs" variant="default">
      {text(detailMessages.newCampaign)}
    </Button>
  )
  return (
    <ScorecardsFrame title={text(scorecardsMessages.scorecards)} tab="campaigns" actions={create}>
      <Campaigns />
    </ScorecardsFrame>
  )
}

function Campaigns() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(scorecardsApi.listCampaigns))
  if (error) return <RequestErrorPanel error={error} title={text(detailMessages.campaignsFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<IconFlag size={32} aria-hidden />} title={text(detailMessages.noCampaigns)}>
        {text(detailMessages.noCampaignsText)}
      </EmptyState>
    )
  }
  return (
    <InfoCard title={text(scorecardsMessages.campaigns)} flush>
      <CampaignRows campaigns={data.items} />
    </InfoCard>
  )
}

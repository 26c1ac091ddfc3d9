import { query, useQuery } from '@portico/core/web'
import { scorecardsApi } from '@portico/scorecards/common'
import { useCallback } from 'react'

const freshMs = 60_000

/** What checks are called, by their names; the name itself until that is known. */
export function useCheckTitles(): (name: string) => string {
  const { data } = useQuery({ ...query(scorecardsApi.listChecks, { query: {} }), staleTime: freshMs })
  return useCallback(name => data?.items.find(check => check.name === name)?.title ?? name, [data])
}

/** The same for scorecards. */
export function useScorecardTitles(): (name: string) => string {
  const { data } = useQuery({ ...query(scorecardsApi.listScorecards, { query: {} }), staleTime: freshMs })
  return useCallback(name => data?.items.find(card => card.name === name)?.title ?? name, [data])
}

/** The same for campaigns. */
export function useCampaignTitles(): (name: string) => string {
  const { data } = useQuery({ ...query(scorecardsApi.listCampaigns), staleTime: freshMs })
  return useCallback(name => data?.items.find(campaign => campaign.name === name)?.title ?? name, [data])
}

import { catalogPaths, parseEntityRef } from '@portico/catalog/common'
import type { DocumentKind } from './document.ts'

/** Which exemptions the page shows. */
export const exemptionViews = ['decide', 'active', 'ending', 'all'] as const
export type ExemptionView = (typeof exemptionViews)[number]

const part = encodeURIComponent

/** Where the pages of scorecards are. */
export const scorecardsPaths = {
  overview: () => '/scorecards',
  scorecard: (name: string) => `/scorecards/cards/${part(name)}`,
  checks: () => '/scorecards/checks',
  check: (name: string) => `/scorecards/checks/${part(name)}`,
  /** What a team can do next. */
  team: (ref: string) => {
    const { kind, namespace, name } = parseEntityRef(ref)
    return `/scorecards/teams/${[namespace.toLowerCase(), kind.toLowerCase(), name].map(part).join('/')}`
  },
  campaigns: () => '/scorecards/campaigns',
  campaign: (name: string) => `/scorecards/campaigns/${part(name)}`,
  exemptions: (show?: ExemptionView) => `/scorecards/exemptions${show === undefined ? '' : `?show=${show}`}`,
  /** The editor with a document, or with the beginning of a new one. */
  editor: (document: { readonly kind: DocumentKind; readonly name?: string }) =>
    `/scorecards/edit?${new URLSearchParams({ kind: document.kind, ...(document.name !== undefined && { name: document.name }) }).toString()}`,
  /** The tab of an entity. */
  entity: (ref: string) => catalogPaths.entity(ref, 'scorecards'),
} as const

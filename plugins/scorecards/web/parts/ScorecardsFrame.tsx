import { RequirePermission, useText } from '@portico/core/web'
import { readScorecardsPermission, scorecardsPaths } from '@portico/scorecards/common'
import { Breadcrumbs, Content, LinkTabs, Page, PageHeader, Stack, type PageHeaderProps } from '@portico/ui'
import type { ReactNode } from 'react'
import { scorecardsMessages } from '../messages.ts'
import { pageMessages } from './page-messages.ts'

const tabs = ['overview', 'checks', 'campaigns', 'exemptions'] as const

export interface ScorecardsFrameProps extends Pick<PageHeaderProps, 'facts' | 'actions' | 'mark' | 'subtitle'> {
  readonly title: string
  /** Which of the tabs it is. A page below one of them has none. */
  readonly tab?: (typeof tabs)[number]
  /** The page that this one is below. */
  readonly parent?: { readonly title: string; readonly to: string }
  readonly children: ReactNode
}

/** A page of scorecards, for those who may see results. */
export function ScorecardsFrame({ tab, parent, title, children, ...header }: ScorecardsFrameProps) {
  const text = useText()
  const titles = {
    overview: pageMessages.overview,
    checks: scorecardsMessages.checks,
    campaigns: scorecardsMessages.campaigns,
    exemptions: scorecardsMessages.exemptions,
  }
  const root = { title: text(scorecardsMessages.scorecards), to: scorecardsPaths.overview() }
  return (
    <Page>
      <PageHeader
        {...header}
        title={title}
        {...(tab === undefined && { breadcrumb: <Breadcrumbs items={[root, ...(parent ? [parent] : []), { title }]} /> })}
        {...(tab !== undefined && {
          tabs: (
            <LinkTabs
              label={text(pageMessages.pages)}
              tabs={tabs.map(each => ({ title: text(titles[each]), to: scorecardsPaths[each]() }))}
              selected={tabs.indexOf(tab)}
            />
          ),
        })}
      />
      <Content>
        <RequirePermission permission={readScorecardsPermission}>
          <Stack>{children}</Stack>
        </RequirePermission>
      </Content>
    </Page>
  )
}

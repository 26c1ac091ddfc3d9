import { SupportButton } from '@portico/ui'
import type { ReactNode } from 'react'
import { NamedIcon } from '../icons/NamedIcon.tsx'
import type { appSection, SectionValue } from '@portico/core/common'
import { supportSetupUrl } from './support.ts'

type Support = NonNullable<SectionValue<typeof appSection>['support']>

/** The button and its popover; a chunk of its own. */
export function ShownSupport({ support, children }: { support: Support; children?: ReactNode }) {
  const items = support.items.map(({ title, icon, links }) => ({
    title,
    links,
    ...(icon !== undefined && { icon: <NamedIcon name={icon} size={18} /> }),
  }))
  return (
    <SupportButton items={items} configurationUrl={supportSetupUrl}>
      {children}
    </SupportButton>
  )
}

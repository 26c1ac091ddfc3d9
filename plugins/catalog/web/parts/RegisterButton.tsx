import { locationCreatePermission } from '@portico/catalog/common'
import { usePermission, useRouteRef, useText, type Text } from '@portico/core/web'
import { Button, Link } from '@portico/ui'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import { catalogMessages } from '../messages.ts'
import { registerComponentRoute } from '../routes.ts'

export interface RegisterButtonProps {
  /** Other words for it. */
  readonly title?: Text | undefined
  readonly className?: string | undefined
  /** The only thing to do on its screen. */
  readonly isPrimary?: boolean
  /** Shown as its icon alone, where there is no room for words. */
  readonly isIcon?: boolean
}

/** Leads to where existing components are registered, for those who may do so and where there is such a page. */
export function RegisterButton({
  title = catalogMessages.registerComponent,
  className = '',
  isPrimary = false,
  isIcon = false,
}: RegisterButtonProps) {
  const text = useText()
  const toPage = useRouteRef(registerComponentRoute)
  const { allowed } = usePermission({ permission: locationCreatePermission })
  if (!toPage || !allowed) return undefined
  const label = text(title)
  const icon = <IconFileImport size={16} aria-hidden />
  const shown = isIcon ? { 'aria-label': label, title: label, px: 7, children: icon } : { leftSection: icon, children: label }
  return (
    <Button component={Link} to={toPage()} plain size="xs" variant={isPrimary ? 'filled' : 'default'} className={className} {...shown} />
  )
}

import { locationCreatePermission } from '@portico/catalog/common'
import { usePermission, useRouteRef, useText } from '@portico/core/web'
import { Button, Link } from '@portico/ui'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import { catalogMessages } from '../messages.ts'
import { registerComponentRoute } from '../routes.ts'

export interface RegisterButtonProps {
  readonly className?: string | undefined
  /** The only thing to do on its screen. */
  readonly isPrimary?: boolean
}

/** Leads to where existing components are registered, for those who may do so and where there is such a page. */
export function RegisterButton({ className = '', isPrimary = false }: RegisterButtonProps) {
  const text = useText()
  const toPage = useRouteRef(registerComponentRoute)
  const { allowed } = usePermission({ permission: locationCreatePermission })
  if (!toPage || !allowed) return undefined
  return (
    <Button
      component={Link}
      to={toPage()}
      plain
      size="xs"
      variant={isPrimary ? 'filled' : 'default'}
      className={className}
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      {text(catalogMessages.registerComponent)}
    </Button>
  )
}

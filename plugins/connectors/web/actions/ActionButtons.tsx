import type { ConnectorAction, ConnectorViews } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { ActionIcon, Button, Menu } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { useState } from 'react'
import { toolMessages } from '../messages.ts'
import { ActionDialog } from './ActionDialog.tsx'

interface ActionProps {
  readonly tool: ConnectorViews
}

/** What can be done in a tool, as buttons. */
export function ActionButtons({ tool }: ActionProps) {
  const text = useText()
  const [chosen, choose] = useState<ConnectorAction>()
  return (
    <>
      {tool.actions.map(action => (
        <Button
          key={action.name}
          variant="default"
          size="compact-sm"
          disabled={!action.isAllowed}
          title={action.isAllowed ? action.description : text(toolMessages.notAllowed)}
          onClick={() => choose(action)}
        >
          {action.title}
        </Button>
      ))}
      {chosen && <ActionDialog tool={tool} action={chosen} onClose={() => choose(undefined)} />}
    </>
  )
}

/** The same as a menu, where there is little room. */
export function ActionMenu({ tool }: ActionProps) {
  const text = useText()
  const [chosen, choose] = useState<ConnectorAction>()
  const label = text(toolMessages.actions, { tool: tool.title })
  if (tool.actions.length === 0) return undefined
  return (
    <>
      <Menu
        button={
          <ActionIcon aria-label={label} title={label}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      >
        {tool.actions.map(action => (
          <Menu.Item
            key={action.name}
            disabled={!action.isAllowed}
            title={action.isAllowed ? action.description : text(toolMessages.notAllowed)}
            onClick={() => choose(action)}
          >
            {action.title}
          </Menu.Item>
        ))}
      </Menu>
      {chosen && <ActionDialog tool={tool} action={chosen} onClose={() => choose(undefined)} />}
    </>
  )
}

import { useCall, useText } from '@portico/core/web'
import { mcpActionsApi, type OfferedTool } from '@portico/mcp-actions/common'
import { Button, CodeBlock, ErrorPanel, InfoCard, Select, Textarea, useBytes } from '@portico/ui'
import { useState } from 'react'
import { agentMessages } from '../page-messages.ts'
import styles from './Agents.module.css'

/** Calls a tool as the user, to see what an agent would get. */
export function TryTool({ tools }: { tools: readonly OfferedTool[] }) {
  const text = useText()
  const bytes = useBytes()
  const [name, setName] = useState(tools[0]?.name ?? '')
  const [given, setGiven] = useState('{}')
  const call = useCall(mcpActionsApi.tryTool)
  const tool = tools.find(each => each.name === name)
  const input = toObject(given)
  return (
    <InfoCard title={text(agentMessages.tryTool)} subtitle={text(agentMessages.tryText)}>
      <div className={styles.column}>
        <Select
          label={text(agentMessages.tool)}
          value={name}
          options={tools.map(each => ({ value: each.name, label: each.name, description: each.title }))}
          onChange={value => {
            setName(value)
            setGiven(exampleFor(tools.find(each => each.name === value)))
            call.reset()
          }}
        />
        {tool && <p className={styles.hint}>{tool.description}</p>}
        <Textarea
          label={text(agentMessages.arguments)}
          value={given}
          onChange={event => setGiven(event.target.value)}
          autosize
          minRows={4}
          maxRows={16}
          className={styles.code ?? ''}
        />
        {!input && <p className={styles.hint}>{text(agentMessages.badArguments)}</p>}
        {call.error && <ErrorPanel title={call.error.message} />}
        <div className={styles.buttons}>
          <Button disabled={!input || !tool} loading={call.isPending} onClick={() => input && call.mutate({ body: { tool: name, input } })}>
            {text(agentMessages.run)}
          </Button>
        </div>
        {call.data && (
          <CodeBlock
            title={text(call.data.isError ? agentMessages.failedAnswer : agentMessages.answer, { size: bytes(call.data.bytes) })}
            code={call.data.text}
            maxHeight={420}
          />
        )}
      </div>
    </InfoCard>
  )
}

function toObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** What the tool needs, to be filled in. */
function exampleFor(tool: OfferedTool | undefined): string {
  const { required = [], properties = {} } = (tool?.input ?? {}) as { required?: string[]; properties?: Record<string, { type?: string }> }
  const empty = { string: '', number: 0, integer: 0, boolean: false, array: [], object: {} } as const
  return JSON.stringify(
    Object.fromEntries(required.map(name => [name, empty[(properties[name]?.type ?? 'string') as keyof typeof empty] ?? ''])),
    undefined,
    2,
  )
}

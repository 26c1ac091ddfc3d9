import type { ConnectorDetails } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { Code, DataTable } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { operateMessages } from './messages.ts'

/** The facts that a connector knows. */
export function FactsTab({ connector }: { readonly connector: ConnectorDetails }) {
  const text = useText()
  return (
    <DataTable
      label={text(operateMessages.facts)}
      rows={connector.factDefinitions}
      rowKey={({ name }) => name}
      columns={[
        { id: 'title', title: text(operateMessages.fact), value: ({ title }) => title, highlight: true },
        { id: 'name', title: text(operateMessages.key), value: ({ name }) => name, cell: ({ name }) => <Code>{name}</Code>, summary: true },
        { id: 'type', title: text(operateMessages.type), value: ({ type }) => type },
        { id: 'unit', title: text(operateMessages.unit), value: ({ unit }) => unit },
        { id: 'indexed', title: text(operateMessages.indexed), value: ({ indexed }) => (indexed ? text(toolMessages.yes) : '') },
        { id: 'description', title: text(operateMessages.description), value: ({ description }) => description, grow: true },
      ]}
    />
  )
}

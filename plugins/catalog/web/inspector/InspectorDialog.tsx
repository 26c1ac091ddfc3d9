import { useText } from '@portico/core/web'
import { CodeBlock, Dialog, Tabs, toYaml } from '@portico/ui'
import { useEntity } from '../entity-context.tsx'
import { entityMessages } from '../entity/messages.ts'
import { AncestryTab } from './AncestryTab.tsx'
import { ColocatedTab } from './ColocatedTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'

export interface InspectorDialogProps {
  /** The tab in the address; anything that is not a tab means the first. */
  readonly tab: string
  readonly onTab: (tab: string) => void
  readonly onClose: () => void
}

/** Everything the catalog knows of an entity, for troubleshooting. */
export function InspectorDialog({ tab, onTab, onClose }: InspectorDialogProps) {
  const text = useText()
  const entity = useEntity()
  return (
    <Dialog open onClose={onClose} title={text(entityMessages.inspector)} size="large" tall>
      <Tabs
        inDialog
        label={text(entityMessages.inspector)}
        selected={tab}
        onSelect={onTab}
        tabs={[
          { id: 'overview', title: text(entityMessages.overview), content: <OverviewTab /> },
          { id: 'ancestry', title: text(entityMessages.ancestry), content: <AncestryTab /> },
          { id: 'colocated', title: text(entityMessages.colocated), content: <ColocatedTab /> },
          {
            id: 'json',
            title: text(entityMessages.rawJson),
            content: <CodeBlock code={JSON.stringify(entity, undefined, 2)} language="json" lineNumbers />,
          },
          { id: 'yaml', title: text(entityMessages.rawYaml), content: <CodeBlock code={toYaml(entity)} language="yaml" lineNumbers /> },
        ]}
      />
    </Dialog>
  )
}

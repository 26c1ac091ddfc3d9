import { alertApiRef, useApi, useText } from '@portico/core/web'
import { Button, Menu, type GraphLayout } from '@portico/ui'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { saveFile } from '../export/save-file.ts'
import type { GroupedGraph } from '../graph/group-nodes.ts'
import type { Curve } from '../graph/view-state.ts'
import { catalogGraphMessages } from '../messages.ts'

export interface ExportMenuProps {
  readonly name: string
  readonly layout: GraphLayout | undefined
  readonly graph: GroupedGraph
  readonly curve: Curve
}

/** The graph as a file. The code that makes the files is a lazy chunk. */
export function ExportMenu({ name, layout, graph, curve }: ExportMenuProps) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  async function save(form: 'svg' | 'png') {
    if (!layout) return
    try {
      const { makeFile } = await import('../export/make-file.ts')
      saveFile(`${name}.${form}`, await makeFile(form, layout, graph, curve))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      alerts.post({ message: text(catalogGraphMessages.exportFailed, { message }), severity: 'error' })
    }
  }
  return (
    <Menu
      button={
        <Button variant="default" size="compact-sm" leftSection={<IconDownload size={14} aria-hidden />} disabled={!layout}>
          {text(catalogGraphMessages.export)}
        </Button>
      }
    >
      <Menu.Item onClick={() => void save('svg')}>{text(catalogGraphMessages.exportSvg)}</Menu.Item>
      <Menu.Item onClick={() => void save('png')}>{text(catalogGraphMessages.exportPng)}</Menu.Item>
    </Menu>
  )
}

import { dialogApiRef, Link, RequestErrorPanel, RequirePermission, useApi, useNavigate, useText } from '@portico/core/web'
import { scaffolderPaths, templateManagementPermission } from '@portico/scaffolder/common'
import { Breadcrumbs, Content, downloadFile, EmptyState, Page, PageHeader, SkeletonRows } from '@portico/ui'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import { useCallback, useRef } from 'react'
import { bytesOf } from '../folder.ts'
import { editorMessages } from '../messages.ts'
import { openedFolder } from '../opened-folder.ts'
import { EditorMenus } from '../parts/EditorMenus.tsx'
import { TemplateWorkbench, type OpenTemplate } from '../parts/TemplateWorkbench.tsx'
import { useFolder } from '../use-folder.ts'
import { toZip } from '../zip.ts'
import { ScaffolderTabs } from '../../parts/ScaffolderTabs.tsx'
import { pageMessages } from '../../parts/page-messages.ts'

/** The files of a template, its form and its dry runs. */
export default function TemplateEditorPage() {
  const text = useText()
  const navigate = useNavigate()
  const dialogs = useApi(dialogApiRef)
  const { folder, error, isLoading, retry } = useFolder()
  const workbench = useRef<OpenTemplate>(undefined)
  const onChange = useCallback((open: OpenTemplate) => {
    workbench.current = open
  }, [])

  async function leave(go: () => void) {
    if (workbench.current?.isChanged) {
      const question = {
        title: editorMessages.unsaved,
        message: text(editorMessages.unsavedMessage),
        confirm: editorMessages.leave,
        destructive: true,
      }
      if (!(await dialogs.confirm(question))) return
    }
    go()
  }
  function close() {
    openedFolder.set(undefined)
    void navigate(scaffolderPaths.editorIntro())
  }
  function download() {
    const files = workbench.current?.files ?? []
    downloadFile(
      'template.zip',
      [toZip(files.map(({ path, base64Content }) => ({ path, bytes: bytesOf(base64Content) })))],
      'application/zip',
    )
  }
  return (
    <Page>
      <PageHeader
        breadcrumb={
          <Breadcrumbs
            items={[{ title: text(pageMessages.manage), to: scaffolderPaths.editorIntro() }, { title: text(pageMessages.editor) }]}
          />
        }
        title={text(pageMessages.editor)}
        tabs={<ScaffolderTabs selected="editor" />}
        {...(folder && { subtitle: folder.name })}
        actions={<EditorMenus onLeave={go => void leave(go)} onClose={close} onDownload={folder && download} />}
      />
      <Content wide>
        <RequirePermission permission={templateManagementPermission}>
          {error ? (
            <RequestErrorPanel error={error} title={text(editorMessages.openFailed)} onRetry={retry} />
          ) : isLoading ? (
            <SkeletonRows rows={8} />
          ) : !folder ? (
            <EmptyState
              icon={<IconTemplate size={32} />}
              title={text(editorMessages.nothingOpen)}
              action={<Link to={scaffolderPaths.editorIntro()}>{text(pageMessages.manage)}</Link>}
            >
              {text(editorMessages.nothingOpenHelp)}
            </EmptyState>
          ) : (
            <TemplateWorkbench key={folder.name} folder={folder} onChange={onChange} />
          )}
        </RequirePermission>
      </Content>
    </Page>
  )
}

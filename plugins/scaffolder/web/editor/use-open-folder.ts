import { alertApiRef, useApi, useNavigate, useText } from '@portico/core/web'
import { scaffolderPaths } from '@portico/scaffolder/common'
import type { TemplateFolder } from './folder.ts'
import { editorMessages } from './messages.ts'
import { openedFolder } from './opened-folder.ts'

/** Opens a directory in the editor; what goes wrong is said. */
export function useOpenFolder(onOpen: () => Promise<TemplateFolder | undefined>): () => void {
  const text = useText()
  const navigate = useNavigate()
  const alerts = useApi(alertApiRef)
  return () => {
    onOpen().then(
      folder => {
        if (!folder) return
        openedFolder.set(folder)
        void navigate(scaffolderPaths.editor())
      },
      (error: Error) => alerts.post({ message: `${text(editorMessages.openFailed)}: ${error.message}`, severity: 'error' }),
    )
  }
}

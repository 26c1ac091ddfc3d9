import { alertApiRef, dialogApiRef, errorApiRef, useApi, useCall, useNavigate, useText } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths, type DocumentKind, type DocumentState } from '@portico/scorecards/common'
import { ActionIcon, Button, Menu } from '@portico/ui'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import { useState } from 'react'
import { stateOf, withState } from './document-text.ts'
import { editorMessages } from './messages.ts'
import { ProposeDialog } from './ProposeDialog.tsx'

export interface EditorActionsProps {
  readonly text: string
  /** What the text says it is; undefined while it cannot be read. */
  readonly identity: { readonly kind: DocumentKind; readonly name: string } | undefined
  readonly hasErrors: boolean
  readonly isChanged: boolean
  /** It is there already. */
  readonly isStored: boolean
  /** It is kept in the portal, or is new. */
  readonly isEditable: boolean
  /** The file that it is in. */
  readonly location: string | undefined
  readonly onSaved: (text: string, name: string) => void
  /** It was removed: the page is left. */
  readonly onRemove: () => void
}

/** Saves as a draft, activates, retires, deletes and proposes. */
export function EditorActions(props: EditorActionsProps) {
  const { text: document, identity, hasErrors, isChanged, isStored, isEditable, location, onSaved, onRemove } = props
  const text = useText()
  const navigate = useNavigate()
  const alerts = useApi(alertApiRef)
  const errors = useApi(errorApiRef)
  const dialogs = useApi(dialogApiRef)
  const put = useCall(scorecardsApi.putDocument)
  const remove = useCall(scorecardsApi.removeDocument)
  const [isProposing, setProposing] = useState(false)
  const state = stateOf(document)
  const canSave = identity !== undefined && !hasErrors && isEditable && !put.isPending
  const name = identity?.name ?? ''

  async function save(to: DocumentState) {
    if (!identity) return
    const next = withState(document, to)
    await put.mutateAsync({ params: { kind: identity.kind, name: identity.name }, body: { text: next } })
    onSaved(next, identity.name)
    const words = {
      draft: editorMessages.savedDraft,
      active: state === 'active' ? editorMessages.savedNow : editorMessages.activated,
      retired: editorMessages.retired,
    }
    alerts.post({ message: text(words[to], { name: identity.name }), display: 'transient' })
  }
  const tell = (work: Promise<unknown>) => void work.catch((error: unknown) => errors.post(error))
  function retire() {
    return dialogs.confirm({
      title: text(editorMessages.retireTitle, { name }),
      message: text(editorMessages.retireText),
      confirm: editorMessages.retire,
      destructive: true,
      run: () => save('retired'),
    })
  }
  async function discard() {
    if (!identity) return
    const isDone = await dialogs.confirm({
      title: text(editorMessages.removeTitle, { name }),
      message: text(editorMessages.removeText),
      confirm: editorMessages.remove,
      destructive: true,
      run: async () => void (await remove.mutateAsync({ params: { kind: identity.kind, name: identity.name } })),
    })
    if (!isDone) return
    alerts.post({ message: text(editorMessages.removed, { name }), display: 'transient' })
    onRemove()
    void navigate(scorecardsPaths.checks())
  }
  return (
    <>
      {isEditable && state !== 'active' && (
        <Button
          size="xs"
          variant="default"
          disabled={!canSave || (!isChanged && isStored && state === 'draft')}
          onClick={() => tell(save('draft'))}
        >
          {text(editorMessages.saveDraft)}
        </Button>
      )}
      {isEditable ? (
        <Button
          size="xs"
          disabled={!canSave || (state === 'active' && !isChanged && isStored)}
          loading={put.isPending}
          onClick={() => tell(save('active'))}
        >
          {text(state === 'active' && isStored ? editorMessages.save : editorMessages.activate)}
        </Button>
      ) : (
        <Button size="xs" disabled={hasErrors || !isChanged} onClick={() => setProposing(true)}>
          {text(editorMessages.propose)}
        </Button>
      )}
      {isEditable && (
        <Menu
          button={
            <ActionIcon variant="default" aria-label={text(editorMessages.more)} title={text(editorMessages.more)}>
              <IconDotsVertical size={16} aria-hidden />
            </ActionIcon>
          }
        >
          <Menu.Item disabled={hasErrors || !identity} onClick={() => setProposing(true)}>
            {text(editorMessages.propose)}
          </Menu.Item>
          {isStored && state !== 'retired' && (
            <Menu.Item disabled={!canSave} onClick={() => tell(retire())}>
              {text(editorMessages.retire)}
            </Menu.Item>
          )}
          {isStored && (
            <Menu.Item disabled={!identity} onClick={() => tell(discard())}>
              {text(editorMessages.remove)}
            </Menu.Item>
          )}
        </Menu>
      )}
      {isProposing && <ProposeDialog text={document} known={location} onClose={() => setProposing(false)} />}
    </>
  )
}

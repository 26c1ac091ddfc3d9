import {
  allowedServers,
  buildRequest,
  initialBody,
  initialParameters,
  parameterKey,
  parametersOf,
  preferredMedia,
  schemesOf,
  serversOf,
  type AboutPart,
  type Credentials,
  type OperationPart,
  type TryTarget,
} from '@portico/api-docs/common'
import { dialogApiRef, useApi, useText } from '@portico/core/web'
import { Button, Code } from '@portico/ui'
import { useState, type KeyboardEvent } from 'react'
import { BodyField } from './BodyField.tsx'
import { CredentialFields } from './CredentialFields.tsx'
import { tryMessages } from './messages.ts'
import { ParameterFields } from './ParameterFields.tsx'
import { ServerField } from './ServerField.tsx'
import { useCredentials } from './tab-memory.ts'
import styles from './Try.module.css'
import { TryAnswer } from './TryAnswer.tsx'
import { useTryRequest } from './use-try-request.ts'

interface TryFormProps {
  readonly entityRef: string
  readonly operation: OperationPart
  readonly about: AboutPart
  readonly targets: readonly TryTarget[]
}

/** What a reader fills in, and what came back. */
export function TryForm({ entityRef, operation, about, targets }: TryFormProps) {
  const text = useText()
  const dialogs = useApi(dialogApiRef)
  const { state, send, cancel } = useTryRequest(entityRef)
  const { credentials, set, forget } = useCredentials(entityRef)
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({})
  const [serverAt, setServerAt] = useState(0)
  const [parameters, setParameters] = useState<Readonly<Record<string, string>>>(() => initialParameters(operation))
  const [body, setBody] = useState(() => {
    const media = preferredMedia(operation)
    return media && initialBody(media)
  })
  const [isChecked, setChecked] = useState(false)
  const servers = allowedServers(serversOf(operation, about), targets, variables).filter(({ methods }) =>
    methods.some(each => each === operation.method),
  )
  const server = servers[serverAt] ?? servers[0]
  const isDelete = operation.method === 'DELETE'
  const isRunning = state.step === 'running'
  const missing = parametersOf(operation).filter(each => (each.isRequired || each.in === 'path') && !parameters[parameterKey(each)])
  const requestWith = (used: Credentials) =>
    buildRequest(operation, about, { server: server?.url ?? '', parameters, credentials: used, ...(body && { body }) })

  async function submit(): Promise<void> {
    setChecked(true)
    if (missing.length > 0 || isRunning || !server) return
    const { host } = new URL(server.url)
    const question = {
      title: text(tryMessages.confirmTitle),
      message: text(tryMessages.confirmText, { host }),
      confirm: text(tryMessages.sendMethod, { method: operation.method }),
      destructive: true,
    }
    if (!isDelete || (await dialogs.confirm(question))) await send(requestWith(credentials))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // Before the editor, which would begin a new line.
    event.preventDefault()
    event.stopPropagation()
    void submit()
  }
  return (
    <div className={styles.card}>
      <form
        className={styles.form}
        noValidate
        onKeyDownCapture={onKeyDown}
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className={styles.hint}>{text(tryMessages.whereTo)}</p>
        <ServerField servers={servers} at={serverAt} onChoose={setServerAt} variables={variables} onVariables={setVariables} />
        <ParameterFields
          parameters={parametersOf(operation)}
          values={parameters}
          missing={isChecked ? missing : []}
          onChange={(key, value) => setParameters({ ...parameters, [key]: value })}
        />
        {body && operation.body && <BodyField media={operation.body.media} value={body} onChange={setBody} />}
        <CredentialFields schemes={schemesOf(operation, about)} credentials={credentials} onChange={set} onForget={forget} />
        <div className={styles.address}>
          <Code block>{`${operation.method} ${requestWith(hidden(credentials)).url}`}</Code>
        </div>
        <div className={styles.actions}>
          <Button type="submit" disabled={isRunning} {...(isDelete && { color: 'red', variant: 'outline' })} title="Ctrl+Enter">
            {isDelete ? text(tryMessages.sendMethod, { method: operation.method }) : text(tryMessages.send)}
          </Button>
          {isRunning && (
            <Button variant="default" onClick={cancel}>
              {text(tryMessages.cancel)}
            </Button>
          )}
        </div>
      </form>
      <TryAnswer state={state} />
    </div>
  )
}

/** The address is shown while it is typed: secrets in its query are not. */
function hidden(credentials: Credentials): Credentials {
  return Object.fromEntries(Object.entries(credentials).map(([name, { value }]) => [name, { value: value === '' ? '' : 'hidden' }]))
}

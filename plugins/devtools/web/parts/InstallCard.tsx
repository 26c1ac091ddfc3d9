import { useCall, useText } from '@portico/core/web'
import { devtoolsApi } from '@portico/devtools/common'
import { Button, ErrorText, InfoCard, Stack, TextInput } from '@portico/ui'
import { useState } from 'react'
import { devtoolsMessages } from '../messages.ts'

/** Installs a plugin from the registry. */
export function InstallCard() {
  const text = useText()
  const [name, setName] = useState('')
  const install = useCall(devtoolsApi.installPlugin)
  const installed = install.data
  return (
    <InfoCard title={text(devtoolsMessages.installPlugin)}>
      <form
        onSubmit={event => {
          event.preventDefault()
          install.mutate({ body: { package: name.trim() } })
        }}
      >
        <Stack>
          <TextInput
            label={text(devtoolsMessages.packageName)}
            description={text(devtoolsMessages.packageHint)}
            placeholder="@acme/radar@1.2.0"
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          {install.error && <ErrorText>{install.error.message}</ErrorText>}
          {installed && !installed.problem && (
            <p role="status">{text(devtoolsMessages.installed, { plugin: installed.id, version: installed.version })}</p>
          )}
          {installed?.problem && (
            <ErrorText>
              {text(devtoolsMessages.installedOff, { plugin: installed.id, version: installed.version, reason: installed.problem })}
            </ErrorText>
          )}
          <div>
            <Button type="submit" variant="default" loading={install.isPending} disabled={name.trim() === ''}>
              {text(devtoolsMessages.install)}
            </Button>
          </div>
        </Stack>
      </form>
    </InfoCard>
  )
}

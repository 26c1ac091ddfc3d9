import { isOpen, restartBuildsPermission, type Build } from '@portico/builds/common'
import { useText } from '@portico/core/web'
import { ActionIcon, Button } from '@portico/ui'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { buildsMessages } from '../messages.ts'
import type { useRestart } from '../use-builds.ts'

export interface RestartButtonProps {
  readonly build: Build
  readonly restarting: ReturnType<typeof useRestart>
  /** With its word beside the icon. */
  readonly isWide?: boolean
}

/** Has a build run again. Where that is not possible it says why. */
export function RestartButton({ build, restarting, isWide = false }: RestartButtonProps) {
  const text = useText()
  const { allowed, loading, name, pending, restart } = restarting
  const { number } = build
  const label = text(buildsMessages.restart, { number })
  const reason = !allowed
    ? loading
      ? undefined
      : text(buildsMessages.restartRefused, { permission: restartBuildsPermission.name })
    : !build.isRestartable && isOpen(build.status)
      ? text(buildsMessages.restartRunning)
      : undefined
  const shared = {
    'aria-label': label,
    title: reason ?? (name === undefined ? label : text(buildsMessages.restartAs, { number, name })),
    disabled: !allowed || !build.isRestartable || pending === build.id,
    onClick: () => void restart(build),
  }
  const icon = <IconRefresh size={16} aria-hidden />
  if (!isWide) return <ActionIcon {...shared}>{icon}</ActionIcon>
  return (
    <Button {...shared} size="xs" variant="default" leftSection={icon} loading={pending === build.id}>
      {text(buildsMessages.restartBuild)}
    </Button>
  )
}

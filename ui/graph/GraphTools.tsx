import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs'
import IconFocusCentered from '@tabler/icons-react/dist/esm/icons/IconFocusCentered.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import type { ReactNode } from 'react'
import { ActionIcon } from '../ActionIcon.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import styles from './Graph.module.css'

export interface GraphToolsProps {
  readonly onZoom: (factor: number) => void
  readonly onFit: () => void
  readonly isFull: boolean
  readonly onFull: () => void
}

/** Zooming and fullscreen by button. */
export function GraphTools({ onZoom, onFit, isFull, onFull }: GraphToolsProps) {
  const text = useText()
  return (
    <div className={styles.tools}>
      <Tool label={text(uiMessages.zoomIn)} onClick={() => onZoom(1.3)}>
        <IconPlus size={16} aria-hidden />
      </Tool>
      <Tool label={text(uiMessages.zoomOut)} onClick={() => onZoom(1 / 1.3)}>
        <IconMinus size={16} aria-hidden />
      </Tool>
      <Tool label={text(uiMessages.zoomFit)} onClick={onFit}>
        <IconFocusCentered size={16} aria-hidden />
      </Tool>
      <Tool label={text(uiMessages.toggleFullscreen)} pressed={isFull} onClick={onFull}>
        <IconArrowsMaximize size={16} aria-hidden />
      </Tool>
    </div>
  )
}

function Tool({ label, pressed, onClick, children }: { label: string; pressed?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

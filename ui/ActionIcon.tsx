import type { ComponentProps, CSSProperties } from 'react'
import styles from './ActionIcon.module.css'

export interface ActionIconProps extends ComponentProps<'button'> {
  /** `subtle` (default) shows its shape under the pointer, `default` always. */
  readonly variant?: 'subtle' | 'default'
  /** In pixels. One that always shows its shape is as high as the fields and buttons beside it. */
  readonly size?: number
}

/** A button that is an icon: give it a label. Tables have one in every row, so it is nothing but a button. */
export function ActionIcon({ variant = 'subtle', size, className = '', style, ...rest }: ActionIconProps) {
  const side = size === undefined ? (variant === 'default' ? 'var(--field-height)' : '28px') : `${size}px`
  const measure = { '--size': side, ...style } as CSSProperties
  return <button type="button" {...rest} className={`${styles.button} ${className}`} data-variant={variant} style={measure} />
}

import type { ComponentProps, ReactNode } from 'react'
import styles from './Checkbox.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  readonly label: ReactNode
}

/** Something that is so or not so, with its words beside it. */
export function Checkbox({ label, className = '', ...rest }: CheckboxProps) {
  return (
    <label className={`${styles.choice} ${className}`}>
      <input type="checkbox" className={styles.box} {...rest} />
      {label}
    </label>
  )
}
